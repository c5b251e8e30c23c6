import { findComment, insertComment } from "../../data/comments.ts";
import { countForMeme } from "../../data/memes.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Meme } from "../../entities/meme.ts";
import { message } from "../../words/messages.ts";
import { isBlocked, requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { lockVisibleMeme } from "../memes/find-visible-meme.ts";
import { findMentioned } from "./mentions.ts";
import { notify, type Cause } from "../notifications/notify.ts";
import { cleanText } from "../text.ts";

export const MAX_COMMENT = 1000;

/** People one comment can call. */
const MAX_MENTIONS = 10;

/** Notifies the meme's author, the author of the parent comment and people it mentions, each once. */
export async function commentOnMeme(
  ctx: Ctx,
  input: { memeId: string; content: string; parent?: number },
): Promise<Comment> {
  const { user } = requireMember(ctx.actor);
  const content = cleanText("comment", input.content, { min: 1, max: MAX_COMMENT });
  return inTransaction(ctx, async (tx) => {
    const meme = await lockVisibleMeme(tx, input.memeId);
    const parent = input.parent === undefined ? undefined : await findComment(tx.db, input.parent);
    if (input.parent !== undefined && (parent?.memeId !== meme.id || isBlocked(tx.actor, parent.authorId)))
      throw new DomainError("invalid", message("error.reply-elsewhere"));
    const comment = await insertComment(tx.db, {
      memeId: meme.id,
      authorId: user.id,
      content,
      parentId: parent?.id,
      createdAt: ctx.now,
    });
    await countForMeme(tx.db, meme.id, { comments: +1 });
    await notifyOthers(tx, meme, comment, parent);
    return comment;
  });
}

/** Each person once, always in the same order. Only its author can see a disabled meme, so nobody else is notified. */
async function notifyOthers(tx: Ctx, meme: Meme, comment: Comment, parent: Comment | undefined): Promise<void> {
  const cause: Cause = { kind: "comment", memeId: meme.id, commentId: comment.id, text: comment.content };
  const mentioned = meme.disabled ? [] : await findMentioned(tx, [comment.content], MAX_MENTIONS);
  const causes = new Map<string, Cause>(mentioned.map(({ id }) => [id, { ...cause, isMention: true }]));
  if (parent && !meme.disabled) causes.set(parent.authorId, cause);
  causes.set(meme.authorId, cause);
  for (const [userId, one] of [...causes].sort(([a], [b]) => (a < b ? -1 : 1))) await notify(tx, userId, one);
}
