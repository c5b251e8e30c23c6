import { enqueueJob, finishJob } from "../../data/jobs.ts";
import { indexMeme, listNewestOfAuthor, type MemeCursor } from "../../data/memes.ts";
import { findUser } from "../../data/users.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

export const REINDEX_AUTHOR = "reindex-author";
const BATCH = 200;
const SAFETY_NET_MS = 15_000;

/** Whoever has a new name is found by it. In the transaction of the change; what follows may be cut short, this stays. */
export const reindexAuthorSoon = ({ db, now }: Ctx, userId: string) =>
  enqueueJob(db, REINDEX_AUTHOR, userId, now + SAFETY_NET_MS);

/** A few memes at a time, so that nobody waits long. */
export async function reindexAuthor(ctx: Ctx, userId: string): Promise<void> {
  let after: MemeCursor | undefined;
  do {
    after = await inTransaction(ctx, async ({ db }) => {
      const author = await findUser(db, userId);
      const memes = author ? await listNewestOfAuthor(db, userId, false, { after, skip: 0, amount: BATCH }) : [];
      for (const meme of memes) await indexMeme(db, meme, author!.username);
      const last = memes.length === BATCH ? memes.at(-1) : undefined;
      return last && { at: last.created_at, id: last.id };
    });
  } while (after);
  await finishJob(ctx.db, REINDEX_AUTHOR, userId);
}
