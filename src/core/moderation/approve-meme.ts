import { updateMoment } from "../../data/memes.ts";
import { sortTagged } from "../../data/tags.ts";
import { countForUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { findReviewedMeme } from "./find-reviewed-meme.ts";
import { freeMeme } from "./free-meme.ts";
import { recordOnMeme } from "./record-act.ts";
import { quoted, notifyPerson } from "../notifications/notify-person.ts";

/** Shows a waiting meme to everyone, as new as any: nobody could see it before. */
export async function approveMeme(ctx: Ctx, memeId: string): Promise<void> {
  requireStaff(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const meme = await findReviewedMeme(tx, memeId);
    if (meme.held !== "waiting" || !(await freeMeme(tx, meme))) throw notWaiting();
    await updateMoment(tx.db, meme.id, tx.now);
    await sortTagged(tx.db, meme);
    await countForUser(tx.db, meme.authorId, { approvedCount: +1 });
    await recordOnMeme(tx, "approve", meme, "");
    await notifyPerson(tx, meme.authorId, message("staff.told-approved", { caption: quoted(meme.caption) }), meme.id);
  });
}

export const notWaiting = () => new DomainError("invalid", message("error.not-waiting"));
