import { findComment, insertComment } from "../../data/comments.ts";
import { countForMeme } from "../../data/memes.ts";
import type { Comment } from "../../entities/comment.ts";
import { message } from "../../words/messages.ts";
import { isBlocked, requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { lockVisibleMeme } from "../memes/find-visible-meme.ts";
import { notify, type Cause } from "../notifications/notify.ts";
import { cleanText } from "../text.ts";

export const MAX_COMMENT = 1000;

/** Notifies the meme's author and the author of the parent comment, once if they are the same person. */
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
    const cause: Cause = { kind: "comment", memeId: meme.id, commentId: comment.id, text: content };
    // Only its author can see a disabled meme, so nobody else is notified.
    const others = parent && !meme.disabled ? [parent.authorId] : [];
    for (const userId of [...new Set([meme.authorId, ...others])].sort()) await notify(tx, userId, cause);
    return comment;
  });
}
