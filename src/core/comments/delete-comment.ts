import { deleteComment as deleteCommentRow, findComment } from "../../data/comments.ts";
import { countForMeme } from "../../data/memes.ts";
import { deleteNotifications } from "../../data/notifications.ts";
import { said } from "../../words/messages.ts";
import { canDeleteComment } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { lockVisibleMeme } from "../memes/find-visible-meme.ts";

/** Replies to it stay, and reply to nothing any more. */
export async function deleteComment(ctx: Ctx, input: { memeId: string; commentId: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const meme = await lockVisibleMeme(tx, input.memeId);
    const comment = await findComment(tx.db, input.commentId);
    if (comment?.meme_id !== meme.id) throw new DomainError("not_found", said("error.no-comment"));
    if (!canDeleteComment(tx.actor, comment, meme))
      throw new DomainError("not_allowed", said("error.who-deletes-comments"));
    await deleteNotifications(tx.db, { commentId: comment.id });
    await deleteCommentRow(tx.db, comment.id);
    await countForMeme(tx.db, meme.id, { comments: -1 });
  });
}
