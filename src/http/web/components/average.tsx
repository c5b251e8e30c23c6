import { Face, GRADE_NAMES, type Grade } from "./face.tsx";

/** The face that the average rounds to, beside the number. */
export const AverageFace = ({ average, total }: { average: number; total: number }) => {
  if (total === 0) return <span class="average average-none">Not rated yet</span>;
  const grade = Math.min(5, Math.max(1, Math.round(average))) as Grade;
  return (
    <span class="average" data-average>
      <Face grade={grade} label={GRADE_NAMES[grade]} />
      <b>{average.toFixed(1)}</b>
      <span class="soft">
        {total.toLocaleString("en")} {total === 1 ? "rating" : "ratings"}
      </span>
    </span>
  );
};
