import { updateRemix } from "../../data/recipes.ts";
import type { Remixers } from "../../entities/made-meme.ts";
import { refuseGuests } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { lockEditableMeme } from "../memes/find-visible-meme.ts";

/** Its author decides who may remix a meme, made here or not. Remixes that exist stay. */
export async function setRemix(ctx: Ctx, memeId: string, remix: Remixers): Promise<void> {
  refuseGuests(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const meme = await lockEditableMeme(tx, memeId);
    await updateRemix(tx.db, meme.id, remix);
  });
}
