import * as memes from "../../data/memes.ts";
import { countForUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isAuthor, refuseGuests } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { recordOnMeme } from "../moderation/record-act.ts";
import { findEditableMeme } from "./find-visible-meme.ts";
import { delistMeme } from "./enlist-meme.ts";

export async function disableMeme(ctx: Ctx, memeId: string): Promise<void> {
  refuseGuests(ctx.actor);
  await inFreeingTransaction(ctx, async (tx) => {
    const meme = await findEditableMeme(tx, memeId);
    if (meme.disabled || !(await memes.disableMeme(tx.db, meme)))
      throw new DomainError("already_disabled", message("error.disabled-already"));
    await delistMeme(tx, meme);
    await countForUser(tx.db, meme.authorId, { memeCount: -1 });
    if (!isAuthor(tx.actor, meme)) await recordOnMeme(tx, "disable", meme, "");
  });
}
