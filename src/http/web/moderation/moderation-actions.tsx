import { MAX_NOTE } from "../../../core/moderation/hide-meme.ts";
import type { ReportedItem } from "../../../core/moderation/list-queue.ts";
import { MAX_REPORT_COMMENT } from "../../../core/reports/resolve-reports.ts";
import type { Meme } from "../../../entities/meme.ts";
import { Button, Field, Form, Hidden } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { reasonText } from "../reports/reason-text.ts";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  item: ReportedItem;
}

/** A refused form: where it was sent, what was typed, and why it was refused. */
export interface RefusedAction {
  action: string;
  typed: string;
  error: string;
}

interface ToolsProps extends Props {
  /** Where to continue: at this item, or at the next once it is settled. */
  here: string;
  after: string;
  refused: RefusedAction | undefined;
}

/** All but taking ask for confirmation. */
export const ItemActions = (props: ToolsProps) => {
  const { item } = props;
  const { say } = useWords();
  const { reports, meme, comment, commentId, memeId } = item;
  return (
    <div class="reported-item-tools">
      {reports.length > 0 && <ReportTools {...props} />}
      {commentId === undefined && meme && <MemeTools {...props} meme={meme} />}
      {comment && (
        <Tool
          {...props}
          name={say("moderation.delete-comment")}
          action={`/moderation/memes/${memeId}/comments/${comment.id}/delete`}
          hint={say("moderation.delete-hint")}
          yes={say("moderation.delete-yes")}
          reason="optional"
          id={`delete-comment-${comment.id}`}
          danger
        />
      )}
    </div>
  );
};

/** Links to further actions. */
export const ItemLinks = ({ frame, item }: Props) => {
  const { say } = useWords();
  const { meme, author, commentId, commenter, memeId } = item;
  const { root } = frame.site;
  const person = commentId === undefined ? author : commenter;
  return (
    <p class="links">
      {commentId === undefined && meme && (
        <a href={`${root}/moderation/pictures/new?meme=${memeId}`}>{say("moderation.ban")}</a>
      )}
      {commentId !== undefined && meme && !meme.disabled && (
        <a href={`${root}/meme/${memeId}#comment-${commentId}`}>{say("moderation.under-meme")}</a>
      )}
      {person && (
        <a href={`${root}/moderation/people/${person.id}`}>{say("moderation.person", { name: person.username })}</a>
      )}
    </p>
  );
};

/** For all reports about the item that are on the page. Later ones wait for somebody who has read them. */
const ReportTools = ({ frame, item: { reports }, here, after, refused }: ToolsProps) => {
  const { say, count } = useWords();
  const [first, last] = [reports[0]!.report.id, reports.at(-1)!.report.id];
  const path = `${frame.site.root}/moderation/reports/${first}`;
  const mine = refused?.action === `${path}/resolve` ? refused : undefined;
  return (
    <>
      {reports.some(({ report }) => report.status === "open") && (
        <form method="post" action={`${path}/take`} data-busy>
          <Hidden name="through" value={String(last)} />
          <Hidden name="next" value={here} />
          <Button small>{say("moderation.take")}</Button>
        </form>
      )}
      <details class="confirm" open={mine !== undefined}>
        <summary class="button button-quiet button-small">{say("moderation.resolve")}</summary>
        <Form action={`${path}/resolve`} error={mine?.error} class="reported-item-form">
          <Hidden name="through" value={String(last)} />
          <Hidden name="next" value={after} />
          <Field
            label={say("moderation.resolve-say")}
            name="comment"
            id={`resolve-${first}`}
            hint={say("moderation.resolve-hint")}
            rows={3}
            value={mine?.typed}
            maxlength={MAX_REPORT_COMMENT}
            required
          />
          <Button small>{count("moderation.resolve-yes", reports.length)}</Button>
        </Form>
      </details>
    </>
  );
};

const MemeTools = ({ meme, ...props }: ToolsProps & { meme: Meme }) => {
  const { item } = props;
  const words = useWords();
  const { say } = words;
  const action = (name: string) => `/moderation/memes/${meme.id}/${name}`;
  const complaint = item.reports[0]?.report.reason;
  return (
    <>
      {!meme.held && (
        <Tool
          {...props}
          name={say("moderation.hide")}
          action={action("hide")}
          hint={say("moderation.hide-hint")}
          yes={say("moderation.hide-yes")}
          reason="required"
          value={complaint === undefined ? undefined : reasonText(complaint, words)}
          id={`hide-${meme.id}`}
        />
      )}
      {meme.held === "hidden" && (
        <Tool
          {...props}
          name={say("moderation.release")}
          action={action("release")}
          hint={say("moderation.release-hint")}
          yes={say("moderation.release-yes")}
          id={`release-${meme.id}`}
        />
      )}
      <Tool
        {...props}
        name={say("moderation.delete-meme")}
        action={action("delete")}
        hint={say("moderation.delete-hint")}
        yes={say("moderation.delete-yes")}
        reason="optional"
        id={`delete-${meme.id}`}
        danger
      />
    </>
  );
};

interface ToolProps extends Pick<ToolsProps, "frame" | "here" | "refused"> {
  name: string;
  action: string;
  /** What will happen. */
  hint: string;
  yes: string;
  /** Whether it asks for a reason. */
  reason?: "required" | "optional";
  value?: string;
  id: string;
  danger?: boolean;
}

const Tool = ({ frame, here, refused, name, action, hint, yes, reason, value, id, danger }: ToolProps) => {
  const { say } = useWords();
  const address = frame.site.root + action;
  const mine = refused?.action === address ? refused : undefined;
  return (
    <details class="confirm" open={mine !== undefined}>
      <summary class={`button button-small ${danger ? "button-danger" : "button-quiet"}`}>{name}</summary>
      <Form action={address} error={mine?.error} class="reported-item-form">
        <Hidden name="next" value={here} />
        {reason ? (
          <Field
            label={say("moderation.why")}
            name="reason"
            id={id}
            hint={hint}
            rows={2}
            value={mine?.typed ?? value}
            maxlength={MAX_NOTE}
            required={reason === "required"}
          />
        ) : (
          <p class="field-hint">{hint}</p>
        )}
        <Button small kind={danger ? "danger" : undefined}>
          {yes}
        </Button>
      </Form>
    </details>
  );
};
