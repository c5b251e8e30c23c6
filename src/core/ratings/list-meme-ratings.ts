import { listRatings, type RatingCursor } from "../../data/ratings.ts";
import type { Meme } from "../../entities/meme.ts";
import { isBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import { withUsers } from "../users/read-users.ts";
import type { RatingWithUser } from "./read-own-rating.ts";

/** Newest first. The caller's access to the meme was checked when it was read. */
export async function listMemeRatings(
  ctx: Ctx,
  meme: Meme,
  { amount, after }: PageQuery<RatingCursor>,
): Promise<Page<RatingWithUser, RatingCursor>> {
  const found = await listRatings(ctx.db, meme.id, amount + 1, after);
  const { items, next } = pageOf(found, amount, (last) => ({ at: last.createdAt, userId: last.userId }));
  const ratings = await withUsers(
    ctx,
    items.filter(({ userId }) => !isBlocked(ctx.actor, userId)),
    ({ userId }) => userId,
    (rating, user) => ({ rating, user }),
  );
  return { items: ratings, next };
}
