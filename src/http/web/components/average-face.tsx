import { useWords } from "../use-words.tsx";
import { Face, gradeName, type Grade } from "./face.tsx";

/** The face the average rounds to, next to the number. */
export const AverageFace = ({ average, total }: { average: number; total: number }) => {
  const words = useWords();
  if (total === 0) return <span class="average average-none">{words.say("parts.not-rated")}</span>;
  const grade = Math.min(5, Math.max(1, Math.round(average))) as Grade;
  return (
    <span class="average">
      <Face grade={grade} label={gradeName(words, grade)} />
      <b>{words.tenths(average)}</b>
      <span class="soft">{words.count("parts.ratings", total)}</span>
    </span>
  );
};
