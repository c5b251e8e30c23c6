import type { UserHistory } from "../../../core/users/read-history.ts";
import { BarChart, monthBar } from "../components/bar-chart.tsx";
import { Face, type Grade } from "../components/face.tsx";
import { useWords } from "../use-words.tsx";
import { NumbersHead } from "./profile-head.tsx";
import { ProfileLayout, type PersonProps } from "./profile-layout.tsx";

interface Props extends PersonProps {
  history: UserHistory;
}

/** A person's memes in numbers. */
export const NumbersPage = ({ history, ...props }: Props) => {
  const { say } = useWords();
  return (
    <ProfileLayout {...props} tab="numbers" head={<NumbersHead {...props} />}>
      <section class="profile-numbers" aria-labelledby="profile-numbers">
        <h2 id="profile-numbers" class="sr">
          {say("profile.numbers")}
        </h2>
        <Average average={history.average} />
        {history.months.length > 0 && <Charts history={history} />}
      </section>
    </ProfileLayout>
  );
};

/** The face of the average rating of this person's memes. */
const Average = ({ average }: { average: number | undefined }) => {
  const { say, tenths } = useWords();
  if (average === undefined) return <p class="soft">{say("profile.not-rated")}</p>;
  const grade = Math.min(5, Math.max(1, Math.round(average))) as Grade;
  return (
    <p class="profile-average">
      <Face grade={grade} /> {say("profile.rated", { average: tenths(average), grade: say(`parts.grade-${grade}`) })}
    </p>
  );
};

const Charts = ({ history: { months } }: { history: UserHistory }) => {
  const { say } = useWords();
  return (
    <div class="profile-charts">
      <BarChart
        id="chart-memes"
        title={say("profile.chart-memes")}
        note={say("profile.chart-memes-note")}
        unit="memes"
        of={say("profile.month")}
        bars={months.map(({ start, memes }) => monthBar(start, memes))}
      />
      <BarChart
        id="chart-ratings"
        title={say("profile.chart-ratings")}
        note={say("profile.chart-ratings-note")}
        unit="ratings"
        of={say("profile.month")}
        bars={months.map(({ start, ratings }) => monthBar(start, ratings))}
      />
    </div>
  );
};
