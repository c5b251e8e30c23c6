import { listRatings, type RatingCursor } from "../../data/ratings.ts";
import type { MemeRow } from "../../data/schema.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { RatingWithUser } from "./read-own-rating.ts";

/** Newest first. Whether the caller may see the meme was decided when it was read. */
export async function listMemeRatings(
  { db }: Ctx,
  meme: MemeRow,
  { amount, after }: PageQuery<RatingCursor>,
): Promise<Page<RatingWithUser, RatingCursor>> {
  const found = await listRatings(db, meme.id, amount + 1, after);
  const { items, next } = pageOf(found, amount, (last) => ({ at: last.created_at, userId: last.user_id }));
  const users = await findUsers(
    db,
    items.map((r) => r.user_id),
  );
  const ratings = items.flatMap((rating) => {
    const user = users.get(rating.user_id);
    return user ? [{ rating, user }] : [];
  });
  return { items: ratings, next };
}
