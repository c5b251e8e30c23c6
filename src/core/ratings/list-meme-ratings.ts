import { listRatings, type RatingCursor } from "../../data/ratings.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";
import type { RatingWithUser } from "./read-own-rating.ts";

/** Newest first. */
export async function listMemeRatings(
  ctx: Ctx,
  input: { memeId: string; amount: number; after?: RatingCursor },
): Promise<RatingWithUser[]> {
  const meme = await findVisibleMeme(ctx, input.memeId);
  const ratings = await listRatings(ctx.db, meme.id, input.amount, input.after);
  const users = await findUsers(
    ctx.db,
    ratings.map((r) => r.user_id),
  );
  return ratings.flatMap((rating) => {
    const user = users.get(rating.user_id);
    return user ? [{ rating, user }] : [];
  });
}
