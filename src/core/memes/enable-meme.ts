import * as memes from "../../data/memes.ts";
import { countForUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isAuthor, refuseGuests } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { recordOnMeme } from "../moderation/record-act.ts";
import { findEditableMeme } from "./find-visible-meme.ts";
import { enlistMeme } from "./enlist-meme.ts";

const HELD_BACK = {
  hidden: "error.hidden-by-staff",
  waiting: "error.meme-waits",
  encoding: "error.video-not-ready",
} as const;

export async function enableMeme(ctx: Ctx, memeId: string): Promise<void> {
  refuseGuests(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const meme = await findEditableMeme(tx, memeId);
    if (meme.held) throw new DomainError("held_by_staff", message(HELD_BACK[meme.held]));
    if (!meme.disabled || !(await memes.enableMeme(tx.db, meme)))
      throw new DomainError("already_enabled", message("error.enabled-already"));
    await enlistMeme(tx, meme);
    await countForUser(tx.db, meme.authorId, { memeCount: +1 });
    if (!isAuthor(tx.actor, meme)) await recordOnMeme(tx, "enable", meme, "");
  });
}
