import { enqueueJob } from "../../data/jobs.ts";
import { indexMeme, lockMeme } from "../../data/memes.ts";
import { listNewestOf, type MemeCursor } from "../../data/newest.ts";
import { findUser } from "../../data/users.ts";
import { refuseGuests } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

export const REINDEX_AUTHOR = "reindex-author";
const BATCH = 50;
const SAFETY_NET_MS = 15_000;

/**
 * In the transaction of the change. The caller then does the work at once; if that is interrupted, or meets another
 * change of name, the job has the last word.
 */
export const reindexAuthorSoon = ({ db, now }: Ctx, userId: string) =>
  enqueueJob(db, REINDEX_AUTHOR, userId, now + SAFETY_NET_MS);

/** In small batches, so that nobody waits long. */
export async function reindexAuthor(ctx: Ctx, userId: string): Promise<void> {
  refuseGuests(ctx.actor);
  let after: MemeCursor | undefined;
  do {
    after = await inTransaction(ctx, async ({ db }) => {
      const places = await listNewestOf(db, userId, false, { after, skip: 0, amount: BATCH });
      for (const { id } of places) await reindex(db, id);
      return places.length === BATCH ? places.at(-1) : undefined;
    });
  } while (after);
}

/** Takes a row lock, so that nobody hides it or changes its words meanwhile. Only then reads the name. */
async function reindex(db: Ctx["db"], memeId: string) {
  const meme = await lockMeme(db, memeId);
  const author = meme && !meme.disabled ? await findUser(db, meme.authorId) : undefined;
  if (meme && author) await indexMeme(db, meme, author.username);
}
