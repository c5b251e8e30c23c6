import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { deleteFound } from "../memes/delete-meme.ts";
import { cleanText } from "../text.ts";
import { findReviewedMeme } from "./find-reviewed-meme.ts";
import { MAX_NOTE } from "./hide-meme.ts";

/** Lets staff delete a meme permanently, even one only staff and its author can see. The author is told why. */
export async function removeMeme(ctx: Ctx, input: { memeId: string; reason: string }): Promise<void> {
  requireStaff(ctx.actor);
  const reason = cleanText("reason", input.reason, { max: MAX_NOTE }).trim();
  await deleteFound(ctx, reason, (tx) => findReviewedMeme(tx, input.memeId));
}
