import { countForSite } from "../../data/counters.ts";
import { countForMeme, lockMeme } from "../../data/memes.ts";
import { findRating, insertRating, updateRating } from "../../data/ratings.ts";
import type { RatingRow } from "../../data/schema.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";

/** Rating again replaces; own memes may be rated. */
export async function rateMeme(ctx: Ctx, input: { memeId: string; rating: number }): Promise<RatingRow> {
  const { user } = requireMember(ctx.actor);
  if (!Number.isInteger(input.rating) || input.rating < 1 || input.rating > 5)
    throw new DomainError("invalid", "A rating is a whole number from 1 to 5.");
  return inTransaction(ctx, async (tx) => {
    const meme = await findVisibleMeme(tx, input.memeId);
    if (!(await lockMeme(tx.db, meme.id))) throw new DomainError("not_found", "There is no such meme.");
    const row = { meme_id: meme.id, user_id: user.id, rating: input.rating, created_at: ctx.now };
    const before = await findRating(tx.db, meme.id, user.id);
    if (before) {
      await updateRating(tx.db, row);
      await countForMeme(tx.db, meme.id, { sum: input.rating - before.rating });
    } else {
      await insertRating(tx.db, row);
      await countForMeme(tx.db, meme.id, { sum: input.rating, count: 1 });
      await countForSite(tx.db, "ratings", +1);
    }
    return row;
  });
}
