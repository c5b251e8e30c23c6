import { enqueueJob } from "../../data/jobs.ts";
import { indexMeme, learnWordsOf, lockMeme } from "../../data/memes.ts";
import { listNewestOf, type MemeCursor } from "../../data/newest.ts";
import type { Meme } from "../../entities/meme.ts";
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
      await reindex(
        db,
        userId,
        places.map(({ id }) => id),
      );
      return places.length === BATCH ? places.at(-1) : undefined;
    });
  } while (after);
}

/** Takes row locks, so that nobody hides one of them or changes its words meanwhile. Only then reads the name. */
async function reindex(db: Ctx["db"], authorId: string, memeIds: readonly string[]) {
  const shown: Meme[] = [];
  for (const id of memeIds.toSorted()) {
    const meme = await lockMeme(db, id);
    if (meme && !meme.disabled) shown.push(meme);
  }
  const author = await findUser(db, authorId);
  if (!author) return;
  for (const meme of shown) await indexMeme(db, meme, author.username);
  await learnWordsOf(db, author.username, ...shown);
}
