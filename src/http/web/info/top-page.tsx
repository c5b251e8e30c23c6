import type { TopMemer } from "../../../core/stats/list-top-memers.ts";
import type { Period } from "../../../data/periods.ts";
import { ShareBar } from "../components/chart.tsx";
import { Face, type Grade } from "../components/face.tsx";
import { Badges, PersonName } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";

interface Props {
  frame: Frame;
  period: Period;
  memers: TopMemer[];
}

const PERIODS: [Period, string, string][] = [
  ["1d", "Day", "since yesterday"],
  ["7d", "Week", "in the last 7 days"],
  ["1mo", "Month", "in the last 30 days"],
];

export const TopPage = ({ frame, period, memers }: Props) => {
  const when = PERIODS.find(([name]) => name === period)![2];
  return (
    <Layout frame={frame} title="Top memers" description={`Whose memes were laughed at most ${when}.`} current="top">
      <div class="top">
        <h1 class="info-title">Top memers</h1>
        <p class="lead info-lead">Whose memes were laughed at most {when}: all the ratings they got, added up.</p>
        <nav class="tabs" aria-label="Period">
          {PERIODS.map(([name, text]) => (
            <a href={`${frame.site.root}/top?period=${name}`} aria-current={name === period ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
        {memers.length === 0 ? <Nobody frame={frame} /> : <Board frame={frame} memers={memers} />}
      </div>
    </Layout>
  );
};

const Board = ({ frame, memers }: Pick<Props, "frame" | "memers">) => {
  const most = memers[0]!.score;
  return (
    <ol class="board">
      {memers.map(({ rank, user, score }) => (
        <li class={rank === 1 ? "memer memer-first" : "memer"}>
          <span class="memer-rank">
            <span class="sr">Rank </span>
            {rank}
          </span>
          <Face grade={gradeOf(score / most)} />
          <span class="memer-name">
            <PersonName frame={frame} person={user} /> <Badges frame={frame} person={user} />
          </span>
          <span class="memer-score">
            {score.toLocaleString("en")} <span class="soft">{score === 1 ? "point" : "points"}</span>
          </span>
          <ShareBar share={score / most} />
        </li>
      ))}
    </ol>
  );
};

/** The best laugh loudest. */
const gradeOf = (share: number) => Math.max(1, Math.ceil(share * 5)) as Grade;

const Nobody = ({ frame }: { frame: Frame }) => (
  <div class="feed-empty">
    <Face grade={1} />
    <p>Nobody has made anybody laugh in this time. The first place is free.</p>
    <p class="actions">
      <a class="button" href={`${frame.site.root}/submit`}>
        Post a meme
      </a>
      <a class="button button-quiet" href={`${frame.site.root}/`}>
        Rate some
      </a>
    </p>
  </div>
);
