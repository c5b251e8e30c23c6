import { prepared } from "./prepared.ts";
import type { Db, RatingRow } from "./schema.ts";

const own = prepared((db, memeId: string, userId: string) =>
  db.selectFrom("ratings").selectAll().where("meme_id", "=", memeId).where("user_id", "=", userId),
);

export const findRating = async (db: Db, memeId: string, userId: string) => (await own(db, memeId, userId))[0];

export interface RatingCursor {
  at: number;
  userId: string;
}

/** Newest first. */
export async function listRatings(db: Db, memeId: string, amount: number, after?: RatingCursor): Promise<RatingRow[]> {
  let query = db.selectFrom("ratings").selectAll().where("meme_id", "=", memeId);
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb("created_at", "<", after.at),
        eb.and([eb("created_at", "=", after.at), eb("user_id", "<", after.userId)]),
      ]),
    );
  }
  return query.orderBy("created_at", "desc").orderBy("user_id", "desc").limit(amount).execute();
}

const histogram = prepared((db, memeId: string) =>
  db
    .selectFrom("ratings")
    .select((eb) => ["rating", eb.fn.countAll<number | string>().as("count")])
    .where("meme_id", "=", memeId)
    .groupBy("rating"),
);

/** How often each rating was given to a meme; by rating less one. */
export async function countRatings(db: Db, memeId: string): Promise<number[]> {
  const counts = [0, 0, 0, 0, 0];
  for (const { rating, count } of await histogram(db, memeId)) counts[rating - 1] = Number(count);
  return counts;
}

export async function insertRating(db: Db, rating: RatingRow): Promise<void> {
  await db.insertInto("ratings").values(rating).execute();
}

export async function updateRating(db: Db, { meme_id, user_id, rating, created_at }: RatingRow): Promise<void> {
  await db
    .updateTable("ratings")
    .set({ rating, created_at })
    .where("meme_id", "=", meme_id)
    .where("user_id", "=", user_id)
    .execute();
}

/** Returns what it was, as of this very moment; undefined if there was none. */
export const deleteRating = (db: Db, memeId: string, userId: string) =>
  db
    .deleteFrom("ratings")
    .where("meme_id", "=", memeId)
    .where("user_id", "=", userId)
    .returning(["rating", "created_at"])
    .executeTakeFirst();

/** Returns how many there were. */
export async function deleteRatingsOfMeme(db: Db, memeId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("ratings").where("meme_id", "=", memeId).executeTakeFirst();
  return Number(numDeletedRows);
}

export const listRatingsOfUser = (db: Db, userId: string): Promise<RatingRow[]> =>
  db.selectFrom("ratings").selectAll().where("user_id", "=", userId).execute();
