import { readNote } from "../../../core/moderation/read-note.ts";
import { ACT_KINDS, type ActKind } from "../../../entities/act.ts";
import type { Act } from "../../../entities/act.ts";
import { isoOf } from "../../time.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  acts: Act[];
}

/** Entries of the staff log. */
export const ActList = ({ frame, acts }: Props) => (
  <ol class="surface-edge acts">
    {acts.map((act) => (
      <ActItem frame={frame} act={act} />
    ))}
  </ol>
);

const isKind = (kind: string): kind is ActKind => (ACT_KINDS as readonly string[]).includes(kind);

const ActItem = ({ frame, act }: { frame: Frame; act: Act }) => {
  const { say, ago, moment } = useWords();
  const { root } = frame.site;
  return (
    <li class="act">
      <p>
        <strong>{isKind(act.kind) ? say(`moderation.act-${act.kind}`) : act.kind}</strong>{" "}
        <span class="soft">
          <bdi>{act.staffId === undefined ? say("moderation.operator") : act.staffName}</bdi>
          {" · "}
          <time datetime={isoOf(act.createdAt)} title={moment(act.createdAt)}>
            {ago(act.createdAt, frame.now)}
          </time>
        </span>
      </p>
      {act.note && (
        <p class="report-words">
          <Note act={act} />
        </p>
      )}
      <p class="act-about">
        {act.userId !== undefined && (
          <a href={`${root}/moderation/people/${act.userId}`}>
            <bdi>{act.userName}</bdi>
          </a>
        )}
        {act.memeId !== undefined && (
          <a href={`${root}/moderation/memes/${act.memeId}`}>{say("moderation.log-of-meme", { id: act.memeId })}</a>
        )}
        {act.reportId !== undefined && (
          <span class="soft">{say("moderation.log-of-report", { id: String(act.reportId) })}</span>
        )}
      </p>
    </li>
  );
};

const Note = ({ act }: { act: Act }) => {
  const { say, count, date } = useWords();
  const meaning = readNote(act);
  switch (meaning?.says) {
    case "valid-days":
      return <>{count("moderation.note-valid-days", meaning.days)}</>;
    case "pro-until":
      return <>{say("moderation.note-pro-until", { date: date(Date.parse(meaning.day)) })}</>;
    case "pro-ended":
      return <>{say("moderation.note-pro-ended")}</>;
    default:
      return <bdi>{act.note}</bdi>;
  }
};
