import { MAX_REPORTS_SHOWN, type ReportBy, type ReportedItem } from "../../../core/moderation/list-queue.ts";
import type { User } from "../../../entities/user.ts";
import type { Meme } from "../../../entities/meme.ts";
import { isoOf } from "../../time.ts";
import type { Frame } from "../frame.ts";
import { reasonText } from "../reports/reason-text.ts";
import { useWords } from "../use-words.tsx";
import { BlurredPicture, BlurredText, ShownPicture } from "./blurred-picture.tsx";
import { ItemLinks, ItemActions, type RefusedAction } from "./moderation-actions.tsx";

interface Props {
  frame: Frame;
  item: ReportedItem;
}

export const itemId = ({ commentId, memeId }: ReportedItem) =>
  commentId === undefined ? `meme-${memeId}` : `comment-${commentId}`;

interface ItemProps extends Props {
  /** The element to continue at once this is settled. */
  after: string;
  refused: RefusedAction | undefined;
}

/** A meme or comment under moderation, with its reports and actions. */
export const ReportedItemCard = ({ frame, item, after, refused }: ItemProps) => {
  const { say } = useWords();
  const { meme, comment, commentId } = item;
  const id = itemId(item);
  const at = (element: string) => `${frame.here}#${element}`;
  return (
    <article class="surface-edge reported-item" id={id} tabindex={-1} data-row>
      {commentId === undefined && meme && <Picture frame={frame} item={item} meme={meme} />}
      <div class="reported-item-main">
        <h2 class="reported-item-title">
          <Title frame={frame} item={item} />
        </h2>
        {commentId === undefined && meme && (
          <>
            <Caption meme={meme} />
            <p class="chips">
              <span class={meme.disabled ? "chip chip-strong" : "chip"}>{say(stateOf(meme))}</span>
            </p>
          </>
        )}
        {comment && <BlurredText words={comment.content} />}
        {item.reports.length > 0 && <Reports frame={frame} item={item} />}
        <ItemActions frame={frame} item={item} here={at(id)} after={at(after)} refused={refused} />
        <ItemLinks frame={frame} item={item} />
      </div>
    </article>
  );
};

/** Focusable, because long ones scroll. */
export const Caption = ({ meme }: { meme: Meme }) => (
  <p class="reported-item-caption" tabindex={0}>
    <bdi>{meme.caption || useWords().say("meme.wordless")}</bdi>
  </p>
);

/** If a meme is neither held nor reported, staff see what everyone sees. */
export const Picture = ({ frame, item, meme }: Props & { meme: Meme }) =>
  meme.held || item.reports.length > 0 ? (
    <BlurredPicture frame={frame} meme={meme} />
  ) : (
    <ShownPicture frame={frame} meme={meme} />
  );

function stateOf({ held, disabled }: Meme) {
  if (held === "hidden") return "moderation.state-hidden";
  if (held === "waiting") return "moderation.state-waiting";
  return disabled ? "moderation.state-disabled" : "moderation.state-shown";
}

const Title = ({ frame, item: { meme, author, commentId, comment, commenter } }: Props) => {
  const { say, rich } = useWords();
  if (commentId === undefined && meme && author)
    return <>{rich("moderation.a-meme", { name: author.username, link: linkTo(frame, author) })}</>;
  if (comment && commenter)
    return <>{rich("moderation.a-comment", { name: commenter.username, link: linkTo(frame, commenter) })}</>;
  return <>{say(commentId === undefined ? "moderation.gone-meme" : "moderation.gone-comment")}</>;
};

/** To the moderation page of a person. */
export const linkTo =
  ({ site }: Frame, person: User) =>
  (inner: string) => (
    <a class="person" href={`${site.root}/moderation/people/${person.id}`}>
      <bdi>{inner}</bdi>
    </a>
  );

const Reports = ({ frame, item: { reports, more } }: Props) => {
  const { say, count } = useWords();
  return (
    <div class="reported-item-reports">
      <h3>
        {more
          ? say("moderation.many-reports", { most: MAX_REPORTS_SHOWN })
          : count("moderation.count-reports", reports.length)}
      </h3>
      <ol>
        {reports.map((one) => (
          <Report frame={frame} one={one} />
        ))}
      </ol>
    </div>
  );
};

const Report = ({ frame, one: { report, reporter, assignee } }: { frame: Frame; one: ReportBy }) => {
  const words = useWords();
  const { say, rich, ago } = words;
  const taken = assignee?.id === frame.viewer?.id ? "moderation.taken-by-you" : "moderation.taken-by";
  return (
    <li id={`report-${report.id}`}>
      <p>
        <strong>
          <bdi>{reasonText(report.reason, words)}</bdi>
        </strong>{" "}
        <span class="soft">
          {reporter
            ? rich("moderation.by", { name: reporter.username, link: linkTo(frame, reporter) })
            : say(report.reporterId === undefined ? "moderation.by-guest" : "moderation.by-nobody")}
          {" · "}
          <time datetime={isoOf(report.createdAt)}>{ago(report.createdAt, frame.now)}</time>
        </span>{" "}
        {assignee && <span class="chip">{say(taken, { name: assignee.username })}</span>}
      </p>
      {report.description && (
        <p class="report-words">
          <bdi>{report.description}</bdi>
        </p>
      )}
    </li>
  );
};
