import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { deleteMemeRows } from "../memes/delete-meme.ts";
import { deleteDiscarded } from "../memes/discard-image.ts";
import { cleanText } from "../text.ts";
import { notWaiting } from "./approve-meme.ts";
import { findReviewedMeme } from "./find-reviewed-meme.ts";
import { MAX_NOTE } from "./hide-meme.ts";
import { recordOnMeme } from "./record-act.ts";
import { quoted, notifyPerson } from "../notifications/notify-person.ts";

/** Deletes a waiting meme: only its author has seen it, and nothing depends on it. The author is told why. */
export async function refuseMeme(ctx: Ctx, input: { memeId: string; reason: string }): Promise<void> {
  requireStaff(ctx.actor);
  const reason = cleanText("reason", input.reason.trim(), { min: 1, max: MAX_NOTE });
  const meme = await inFreeingTransaction(ctx, async (tx) => {
    const found = await findReviewedMeme(tx, input.memeId);
    if (found.held !== "waiting") throw notWaiting();
    // Somebody else may just have approved it. Then all of this is rolled back.
    if (await deleteMemeRows(tx, found)) throw notWaiting();
    await recordOnMeme(tx, "refuse", found, reason);
    const caption = quoted(found.caption);
    await notifyPerson(tx, found.authorId, message("staff.told-refused", { caption, reason }));
    return found;
  });
  await deleteDiscarded(ctx, [meme.image]);
}
