import type { TopMemer } from "../../../core/stats/list-top-memers.ts";
import type { Period } from "../../../data/periods.ts";
import { ShareBar } from "../components/share-bar.tsx";
import { Avatar } from "../components/avatar.tsx";
import { Face } from "../components/face.tsx";
import { Badges, PersonName } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  period: Period;
  memers: TopMemer[];
}

const PERIODS = ["1d", "7d", "1mo"] as const satisfies Period[];

export const TopPage = ({ frame, period, memers }: Props) => {
  const { say } = useWords();
  return (
    <Layout
      frame={frame}
      title={say("info.top-title")}
      description={say(`info.top-description-${period}`)}
      current="top"
    >
      <div class="top">
        <h1 class="info-title">{say("info.top-title")}</h1>
        <p class="lead info-lead">{say(`info.top-lead-${period}`)}</p>
        <nav class="tabs" aria-label={say("info.period")}>
          {PERIODS.map((name) => (
            <a href={`${frame.site.root}/top?period=${name}`} aria-current={name === period ? "page" : undefined}>
              {say(`info.period-${name}`)}
            </a>
          ))}
        </nav>
        {memers.length === 0 ? <Nobody frame={frame} /> : <Board frame={frame} memers={memers} />}
      </div>
    </Layout>
  );
};

const Board = ({ frame, memers }: Pick<Props, "frame" | "memers">) => {
  const { say, count, number } = useWords();
  const max = memers[0]!.score;
  return (
    <ol class="board">
      {memers.map(({ rank, user, score }) => (
        <li class={rank === 1 ? "surface memer memer-first" : "surface memer"}>
          <span class="memer-rank">
            <span class="sr">{say("info.rank")} </span>
            {rank}
          </span>
          <Avatar frame={frame} person={user} />
          <span class="memer-name">
            <PersonName frame={frame} person={user} /> <Badges frame={frame} person={user} />
          </span>
          <span class="memer-score">
            {number(score)} <span class="soft">{count("info.points", score)}</span>
          </span>
          <ShareBar share={score / max} />
        </li>
      ))}
    </ol>
  );
};

const Nobody = ({ frame }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <div class="feed-empty">
      <Face grade={1} />
      <p>{say("info.nobody")}</p>
      <p class="actions">
        <a class="button" href={`${frame.site.root}/submit`}>
          {say("info.post")}
        </a>
        <a class="button button-quiet" href={`${frame.site.root}/`}>
          {say("info.rate")}
        </a>
      </p>
    </div>
  );
};
