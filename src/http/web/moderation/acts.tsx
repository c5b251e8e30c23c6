import { ACT_KINDS, type ActKind } from "../../../core/moderation/record-act.ts";
import type { ActRow } from "../../../data/schema.ts";
import { isoOf } from "../../time.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../words.tsx";

interface Props {
  frame: Frame;
  acts: ActRow[];
}

/** A part of the log. */
export const Acts = ({ frame, acts }: Props) => (
  <ol class="acts">
    {acts.map((act) => (
      <Act frame={frame} act={act} />
    ))}
  </ol>
);

const isKind = (kind: string): kind is ActKind => (ACT_KINDS as readonly string[]).includes(kind);

const Act = ({ frame, act }: { frame: Frame; act: ActRow }) => {
  const { say, ago, moment } = useWords();
  const { root } = frame.site;
  return (
    <li class="act">
      <p>
        <strong>{isKind(act.kind) ? say(`moderation.act-${act.kind}`) : act.kind}</strong>{" "}
        <span class="soft">
          <bdi>{act.staff_id === null ? say("moderation.operator") : act.staff_name}</bdi>
          {" · "}
          <time datetime={isoOf(act.created_at)} title={moment(act.created_at)}>
            {ago(act.created_at, frame.now)}
          </time>
        </span>
      </p>
      {act.note && (
        <p class="report-words">
          <bdi>{act.note}</bdi>
        </p>
      )}
      <p class="act-about">
        {act.user_id !== null && (
          <a href={`${root}/moderation/people/${act.user_id}`}>
            <bdi>{act.user_name}</bdi>
          </a>
        )}
        {act.meme_id !== null && (
          <a href={`${root}/moderation/memes/${act.meme_id}`}>{say("moderation.log-of-meme", { id: act.meme_id })}</a>
        )}
        {act.report_id !== null && (
          <span class="soft">{say("moderation.log-of-report", { id: String(act.report_id) })}</span>
        )}
      </p>
    </li>
  );
};
