import * as comments from "../../data/comments.ts";
import { countForMeme } from "../../data/memes.ts";
import { deleteNotifications } from "../../data/notifications.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { canDeleteComment, isAuthor, refuseGuests } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { lockVisibleMeme } from "../memes/find-visible-meme.ts";
import { recordAct } from "../moderation/record-act.ts";
import { quoted, notifyPerson } from "../notifications/notify-person.ts";

/** Replies stay, without a parent. */
export async function deleteComment(ctx: Ctx, input: { memeId: string; commentId: number }): Promise<void> {
  refuseGuests(ctx.actor);
  await inFreeingTransaction(ctx, async (tx) => {
    await deleteCommentUnder(tx, await lockVisibleMeme(tx, input.memeId), input.commentId, "");
  });
}

/** Runs inside a transaction that has locked the meme. */
export async function deleteCommentUnder(tx: Ctx, meme: Meme, commentId: number, reason: string): Promise<void> {
  const comment = await comments.findComment(tx.db, commentId);
  if (comment?.memeId !== meme.id) throw new DomainError("not_found", message("error.no-comment"));
  if (!canDeleteComment(tx.actor, comment, meme))
    throw new DomainError("not_author", message("error.who-deletes-comments"));
  const isByStaff = !isAuthor(tx.actor, comment) && !isAuthor(tx.actor, meme);
  await deleteNotifications(tx.db, { commentId: comment.id }, isByStaff ? comment.authorId : undefined);
  await comments.deleteComment(tx.db, comment.id);
  await countForMeme(tx.db, meme.id, { comments: -1 });
  if (isByStaff) await notifyOfDeletion(tx, comment, reason);
}

/** Deletions by staff are logged, and the comment's author is notified. */
async function notifyOfDeletion(tx: Ctx, comment: Comment, reason: string): Promise<void> {
  const user = await findUser(tx.db, comment.authorId);
  await recordAct(tx, { kind: "delete-comment", user, memeId: comment.memeId, note: reason });
  const words = quoted(comment.content);
  const sentence = reason
    ? message("moderation.told-comment-deleted-because", { words, reason })
    : message("moderation.told-comment-deleted", { words });
  await notifyPerson(tx, comment.authorId, sentence);
}
