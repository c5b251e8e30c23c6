import { updateToldRating } from "../../data/notifications.ts";
import { findRating, insertRating, updateRating } from "../../data/ratings.ts";
import type { Rating } from "../../entities/rating.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { lockVisibleMeme } from "../memes/find-visible-meme.ts";
import { notify } from "../notifications/notify.ts";
import { countRating } from "./count-rating.ts";

/** A second rating replaces the first. Authors may rate their own memes. */
export async function rateMeme(ctx: Ctx, input: { memeId: string; rating: number }): Promise<Rating> {
  const { user } = requireMember(ctx.actor);
  const { rating } = input;
  if (!Number.isInteger(rating) || rating < 1 || rating > 5)
    throw new DomainError("invalid", message("error.bad-rating"));
  return inTransaction(ctx, async (tx) => {
    const meme = await lockVisibleMeme(tx, input.memeId);
    const after = { memeId: meme.id, userId: user.id, value: rating, createdAt: ctx.now };
    const before = await findRating(tx.db, meme.id, user.id);
    if (before) await updateRating(tx.db, after);
    else await insertRating(tx.db, after);
    // Changing one's mind is no news: the existing notification shows the new rating.
    if (before) await updateToldRating(tx.db, meme.id, user.id, rating);
    else await notify(tx, meme.authorId, { kind: "rating", memeId: meme.id, rating });
    await countRating(tx, meme, { before, after });
    return after;
  });
}
