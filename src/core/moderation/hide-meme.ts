import { holdMeme } from "../../data/held-memes.ts";
import { disableMeme } from "../../data/memes.ts";
import { countForUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { delistMeme } from "../memes/enlist-meme.ts";
import { cleanText } from "../text.ts";
import { findReviewedMeme } from "./find-reviewed-meme.ts";
import { recordOnMeme } from "./record-act.ts";
import { quoted, notifyPerson } from "../notifications/notify-person.ts";

export const MAX_NOTE = 500;

/** Only the author still sees the meme, with the reason. Only staff can show it again. */
export async function hideMeme(ctx: Ctx, input: { memeId: string; reason: string }): Promise<void> {
  requireStaff(ctx.actor);
  const reason = cleanText("reason", input.reason, { min: 1, max: MAX_NOTE });
  await inFreeingTransaction(ctx, async (tx) => {
    const meme = await findReviewedMeme(tx, input.memeId);
    if (meme.held === "waiting") throw new DomainError("invalid", message("error.meme-waits"));
    // Whatever we read before, only the state behind the slot lock counts.
    const wasShown = await disableMeme(tx.db, meme);
    if (!(await holdMeme(tx.db, meme.id, "hidden", wasShown)))
      throw new DomainError("invalid", message("error.hidden-already"));
    if (wasShown) {
      await delistMeme(tx, meme);
      await countForUser(tx.db, meme.authorId, { memeCount: -1 });
    }
    await recordOnMeme(tx, "hide", meme, reason);
    await notifyPerson(
      tx,
      meme.authorId,
      message("moderation.told-hidden", { caption: quoted(meme.caption), reason }),
      meme.id,
    );
  });
}
