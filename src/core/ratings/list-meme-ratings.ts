import { listRatings, type RatingCursor } from "../../data/ratings.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { RatingWithUser } from "./read-own-rating.ts";

/** Newest first. The caller's access to the meme was checked when it was read. */
export async function listMemeRatings(
  { db }: Ctx,
  meme: Meme,
  { amount, after }: PageQuery<RatingCursor>,
): Promise<Page<RatingWithUser, RatingCursor>> {
  const found = await listRatings(db, meme.id, amount + 1, after);
  const { items, next } = pageOf(found, amount, (last) => ({ at: last.createdAt, userId: last.userId }));
  const users = await findUsers(
    db,
    items.map((rating) => rating.userId),
  );
  const ratings = items.flatMap((rating) => {
    const user = users.get(rating.userId);
    return user ? [{ rating, user }] : [];
  });
  return { items: ratings, next };
}
