import * as held from "../../data/held-memes.ts";
import type { Meme } from "../../entities/meme.ts";
import { countForUser } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { enlistMeme } from "../memes/enlist-meme.ts";

/** Runs inside a transaction. Restores a held meme to its place; false if it is no longer held. */
export async function freeMeme(tx: Ctx, meme: Meme): Promise<boolean> {
  if (!(await held.freeMeme(tx.db, meme))) return false;
  if (meme.shownWhenFree) {
    await enlistMeme(tx, meme);
    await countForUser(tx.db, meme.authorId, { memeCount: +1 });
  }
  return true;
}
