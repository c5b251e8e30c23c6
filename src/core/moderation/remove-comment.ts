import { lockMeme } from "../../data/memes.ts";
import { requireStaff } from "../access.ts";
import { deleteCommentUnder } from "../comments/delete-comment.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { cleanText } from "../text.ts";
import { findReviewedMeme } from "./find-reviewed-meme.ts";
import { MAX_NOTE } from "./hide-meme.ts";

/** Lets staff delete a comment, even under a meme only staff and its author can see. The comment's author is told why. */
export async function removeComment(
  ctx: Ctx,
  input: { memeId: string; commentId: number; reason: string },
): Promise<void> {
  requireStaff(ctx.actor);
  const reason = cleanText("reason", input.reason, { max: MAX_NOTE }).trim();
  await inFreeingTransaction(ctx, async (tx) => {
    const meme = await findReviewedMeme(tx, input.memeId, input.commentId);
    await lockMeme(tx.db, meme.id);
    await deleteCommentUnder(tx, meme, input.commentId, reason);
  });
}
