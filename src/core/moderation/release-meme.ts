import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { findReviewedMeme } from "./find-reviewed-meme.ts";
import { freeMeme } from "./free-meme.ts";
import { recordOnMeme } from "./record-act.ts";
import { quoted, notifyPerson } from "../notifications/notify-person.ts";

/** Restores a hidden meme: shown to everyone, unless its author had disabled it before. */
export async function releaseMeme(ctx: Ctx, memeId: string): Promise<void> {
  requireStaff(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const meme = await findReviewedMeme(tx, memeId);
    if (meme.held !== "hidden" || !(await freeMeme(tx, meme)))
      throw new DomainError("invalid", message("error.not-hidden-by-staff"));
    await recordOnMeme(tx, "release", meme, "");
    await notifyPerson(
      tx,
      meme.authorId,
      message("moderation.told-released", { caption: quoted(meme.caption) }),
      meme.id,
    );
  });
}
