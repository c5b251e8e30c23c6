import { canDeleteComment, isAuthor } from "../../../core/access.ts";
import type { CommentBy } from "../../../core/comments/list-meme-comments.ts";
import type { Comment as CommentEntity } from "../../../entities/comment.ts";
import { MAX_COMMENT } from "../../../core/comments/comment-on-meme.ts";
import type { MemeInFull } from "../../../core/memes/read-meme-page.ts";
import { isoOf } from "../../time.ts";
import { Button } from "../components/form.tsx";
import { Icon } from "../components/icon.tsx";
import { LinkedText } from "../components/linked-text.tsx";
import { PersonWithFace } from "../components/person.tsx";
import { actorOf, signInHref, type Frame } from "../frame.ts";
import { PersonMenu } from "../seeing/person-menu.tsx";
import { useWords } from "../use-words.tsx";

export interface RefusedComment {
  sentence: string;
  content: string;
  parent?: number;
}

interface Props {
  frame: Frame;
  one: MemeInFull;
  refused: RefusedComment | undefined;
}

/** A comment and all replies below it, oldest first: a phone has no room for more than one step to the right. */
interface Thread {
  root: CommentBy;
  replies: CommentBy[];
}

function threadsOf(comments: readonly CommentBy[]): Thread[] {
  const threads = new Map<number, Thread>();
  for (const one of comments) {
    const { id, parentId } = one.comment;
    const thread = parentId === undefined ? undefined : threads.get(parentId);
    if (thread) thread.replies.push(one);
    threads.set(id, thread ?? { root: one, replies: [] });
  }
  return [...new Set(threads.values())];
}

/** Scripts send its forms without leaving the page, and keep what is not sent yet. */
export const Comments = (props: Props) => {
  const { frame, one, refused } = props;
  const { say, count, rich } = useWords();
  const { meme, comments } = one;
  const item = (by: CommentBy) => <Comment {...props} by={by} to={one.repliedTo[by.comment.parentId ?? 0]} />;
  return (
    <meme-comments class="comments" id="comments" aria-labelledby="comments-title" role="region">
      <h2 id="comments-title">{count("meme.comments", meme.commentCount)}</h2>
      {frame.viewer ? (
        <CommentForm frame={frame} memeId={meme.id} refused={refused?.parent === undefined ? refused : undefined} />
      ) : (
        <p class="soft">
          {rich("meme.sign-in-to-say", {
            link: (inner) => <a href={signInHref(frame.site, `/meme/${meme.id}`)}>{inner}</a>,
          })}
        </p>
      )}
      <ol class="comments-list" data-comments>
        {threadsOf(comments.items).map(({ root, replies }) => (
          <li>
            {item(root)}
            <ol class="comments-list comments-replies" data-comments>
              {replies.map((reply) => (
                <li>{item(reply)}</li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {comments.next !== undefined && (
        <p>
          <a class="button button-quiet" href={`${frame.site.root}/meme/${meme.id}?after=${comments.next}#comments`}>
            {say("meme.more-comments")}
          </a>
        </p>
      )}
    </meme-comments>
  );
};

interface CommentProps extends Props {
  by: CommentBy;
  /** Name of the person it replies to, if the viewer wants to see that comment. */
  to: string | undefined;
}

const Comment = ({ frame, one, by: { comment, by }, to, refused }: CommentProps) => {
  const { say, ago } = useWords();
  const { meme } = one;
  const replying = refused?.parent === comment.id;
  const actor = actorOf(frame);
  return (
    <article class="comment" id={`comment-${comment.id}`} data-by={by.id}>
      <p class="comment-by">
        <PersonWithFace frame={frame} person={by} />
        {by.id === meme.authorId && <span class="badge">{say("meme.author")}</span>}
        <time class="soft" datetime={isoOf(comment.createdAt)}>
          {ago(comment.createdAt, frame.now)}
        </time>
      </p>
      <p class="comment-words">
        {to !== undefined && <span class="soft">{say("meme.reply-to", { name: to })} </span>}
        <bdi>
          <LinkedText frame={frame} text={comment.content} names={one.mentioned} />
        </bdi>
      </p>
      <div class="comment-tools">
        <Like frame={frame} one={one} comment={comment} />
        {frame.viewer && (
          <details class="tool" open={replying}>
            <summary>{say("meme.reply")}</summary>
            <CommentForm frame={frame} memeId={meme.id} parent={comment.id} refused={replying ? refused : undefined} />
          </details>
        )}
        {canDeleteComment(actor, comment, meme) && (
          <details class="tool">
            <summary>{say("meme.delete-comment")}</summary>
            <form method="post" action={`${frame.site.root}/meme/${meme.id}/comments/${comment.id}/delete`}>
              <Button kind="danger" small>
                {say("meme.delete-comment-yes")}
              </Button>
            </form>
          </details>
        )}
        {!isAuthor(actor, comment) && (
          <a
            class="tool-button"
            href={`${frame.site.root}/meme/${meme.id}/comments/${comment.id}/report`}
            aria-label={say("moderation.report-comment")}
          >
            {say("moderation.report")}
          </a>
        )}
        <PersonMenu frame={frame} person={by} />
      </div>
    </article>
  );
};

const Like = ({ frame, one: { meme, liked }, comment }: Pick<Props, "frame" | "one"> & { comment: CommentEntity }) => {
  const { say, number, count } = useWords();
  const mine = liked.includes(comment.id);
  const likes = (
    <>
      <Icon name="heart" />
      <span aria-hidden="true" data-likes>
        {comment.likeCount > 0 && number(comment.likeCount)}
      </span>
      <span class="sr" data-likes-said>
        {comment.likeCount > 0 && count("meme.likes", comment.likeCount)}
      </span>
    </>
  );
  const address = `${frame.site.root}/meme/${meme.id}/comments/${comment.id}`;
  if (!frame.viewer)
    return (
      <a class="tool-button like" href={signInHref(frame.site, `/meme/${meme.id}#comment-${comment.id}`)}>
        {likes} <span class="sr">{say("meme.like")}</span>
      </a>
    );
  return (
    <form method="post" action={`${address}/${mine ? "unlike" : "like"}`} data-like={address}>
      <button class="tool-button like" aria-pressed={mine ? "true" : "false"}>
        {likes} <span class="sr">{say("meme.like")}</span>
      </button>
    </form>
  );
};

interface FormProps {
  frame: Frame;
  memeId: string;
  parent?: number;
  refused: RefusedComment | undefined;
}

const CommentForm = ({ frame, memeId, parent, refused }: FormProps) => {
  const { say } = useWords();
  const id = parent === undefined ? "comment" : `reply-${parent}`;
  return (
    <form
      class="comment-form"
      method="post"
      action={`${frame.site.root}/meme/${memeId}/comments`}
      data-draft={`${frame.viewer!.id}/${memeId}/${parent ?? ""}`}
    >
      {parent !== undefined && <input type="hidden" name="parent" value={parent} />}
      {refused && (
        <p class="form-error" role="alert" id={`${id}-error`}>
          {refused.sentence}
        </p>
      )}
      <label class={parent === undefined ? "sr" : undefined} for={id}>
        {say(parent === undefined ? "meme.your-comment" : "meme.your-reply")}
      </label>
      <textarea
        id={id}
        name="content"
        rows={parent === undefined ? 2 : 3}
        maxlength={MAX_COMMENT}
        required
        placeholder={parent === undefined ? say("meme.say-something") : undefined}
        autofocus={refused !== undefined}
        aria-invalid={refused ? "true" : undefined}
        aria-describedby={refused ? `${id}-error` : undefined}
      >
        {refused?.content ?? ""}
      </textarea>
      <button class="button button-small">{say(parent === undefined ? "meme.comment" : "meme.reply")}</button>
    </form>
  );
};
