import * as memes from "../../data/memes.ts";
import type { MemeRow } from "../../data/schema.ts";
import { countForUser } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { enlistMeme } from "../memes/listing.ts";

/** Inside a transaction. Puts a held meme back to where it belongs; false if it is not held any more. */
export async function freeMeme(tx: Ctx, meme: MemeRow): Promise<boolean> {
  if (!(await memes.freeMeme(tx.db, meme))) return false;
  if (meme.shown_when_free === 1) {
    await enlistMeme(tx, meme);
    await countForUser(tx.db, meme.author_id, { meme_count: +1 });
  }
  return true;
}
