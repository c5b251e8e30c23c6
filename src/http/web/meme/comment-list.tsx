import { canDeleteComment, isAuthor } from "../../../core/access.ts";
import type { CommentBy } from "../../../core/comments/list-meme-comments.ts";
import { MAX_COMMENT } from "../../../core/comments/comment-on-meme.ts";
import type { MemeInFull } from "../../../core/memes/read-meme-page.ts";
import { isoOf } from "../../time.ts";
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

/** Deeper replies are not indented further: a phone has only so much width. */
const MAX_DEPTH = 3;

export const Comments = ({ frame, one, refused }: Props) => {
  const { say, count, rich } = useWords();
  const { meme, comments } = one;
  const ids = new Set(comments.items.map(({ comment }) => comment.id));
  const roots = comments.items.filter(({ comment }) => comment.parentId === undefined || !ids.has(comment.parentId));
  const byParent = Map.groupBy(comments.items, ({ comment }) => comment.parentId);
  const thread = (list: CommentBy[], depth: number) => (
    <ol class={depth === 0 ? "comments-list" : "comments-list comments-replies"}>
      {list.map((by) => (
        <li>
          <Comment frame={frame} one={one} by={by} refused={refused} />
          {byParent.has(by.comment.id) && thread(byParent.get(by.comment.id)!, Math.min(depth + 1, MAX_DEPTH))}
        </li>
      ))}
    </ol>
  );
  return (
    <section class="comments" id="comments" aria-labelledby="comments-title">
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
      {roots.length > 0 && thread(roots, 0)}
      {comments.next !== undefined && (
        <p>
          <a class="button button-quiet" href={`${frame.site.root}/meme/${meme.id}?after=${comments.next}#comments`}>
            {say("meme.more-comments")}
          </a>
        </p>
      )}
    </section>
  );
};

interface CommentProps extends Props {
  by: CommentBy;
}

const Comment = ({ frame, one: { meme }, by: { comment, by }, refused }: CommentProps) => {
  const { say, ago } = useWords();
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
        <bdi>{comment.content}</bdi>
      </p>
      <div class="comment-tools">
        {frame.viewer && (
          <details class="tool" open={replying}>
            <summary>{say("meme.reply")}</summary>
            <CommentForm frame={frame} memeId={meme.id} parent={comment.id} refused={replying ? refused : undefined} />
          </details>
        )}
        {canDeleteComment(actor, comment, meme) && (
          <form method="post" action={`${frame.site.root}/meme/${meme.id}/comments/${comment.id}/delete`}>
            <button class="tool-button">{say("meme.delete-comment")}</button>
          </form>
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
    <form class="comment-form" method="post" action={`${frame.site.root}/meme/${memeId}/comments`}>
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
