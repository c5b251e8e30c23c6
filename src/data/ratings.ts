import { sql } from "kysely";

import type { Rating } from "../entities/rating.ts";
import { byIds } from "./by-ids.ts";
import { prepared } from "./prepared.ts";
import type { Db, RatingRow } from "./schema.ts";

export const toRating = (row: RatingRow): Rating => ({
  memeId: row.meme_id,
  userId: row.user_id,
  value: row.rating,
  createdAt: row.created_at,
});

export const ratingColumns = ({ memeId, userId, value, createdAt }: Rating): RatingRow => ({
  meme_id: memeId,
  user_id: userId,
  rating: value,
  created_at: createdAt,
});

const own = prepared(
  (db, memeId: string, userId: string) =>
    db.selectFrom("ratings").selectAll().where("meme_id", "=", memeId).where("user_id", "=", userId),
  toRating,
);

export const findRating = async (db: Db, memeId: string, userId: string) => (await own(db, memeId, userId))[0];

/** A person's ratings of these memes, in any order. */
export const listRatingsOfMemes = byIds(
  (db, isOneOf, userId: string) =>
    db.selectFrom("ratings").selectAll().where("user_id", "=", userId).where(isOneOf("meme_id")),
  toRating,
);

export interface RatingCursor {
  at: number;
  userId: string;
}

/** Before everything: the first page is then the same query as all others. */
const START: RatingCursor = { at: Number.MAX_SAFE_INTEGER, userId: "" };

const newest = prepared(
  (_db, memeId: string, at: number, userId: string, amount: number) =>
    sql<RatingRow>`select * from ratings where meme_id = ${memeId} and (created_at, user_id) < (${at}, ${userId})
      order by created_at desc, user_id desc limit ${amount}`,
  toRating,
);

/** Newest first. */
export const listRatings = (db: Db, memeId: string, amount: number, { at, userId }: RatingCursor = START) =>
  newest(db, memeId, at, userId, amount);

const histogram = prepared((db, memeId: string) =>
  db
    .selectFrom("ratings")
    .select((eb) => ["rating", eb.fn.countAll<number | string>().as("count")])
    .where("meme_id", "=", memeId)
    .groupBy("rating"),
);

/** How often each rating was given to a meme, indexed by rating - 1. */
export async function countRatings(db: Db, memeId: string): Promise<number[]> {
  const counts = [0, 0, 0, 0, 0];
  for (const { rating, count } of await histogram(db, memeId)) counts[rating - 1] = Number(count);
  return counts;
}

const add = prepared((db, memeId: string, userId: string, value: number, createdAt: number) =>
  db.insertInto("ratings").values(ratingColumns({ memeId, userId, value, createdAt })),
);

export async function insertRating(db: Db, { memeId, userId, value, createdAt }: Rating): Promise<void> {
  await add(db, memeId, userId, value, createdAt);
}

const change = prepared((db, value: number, createdAt: number, memeId: string, userId: string) =>
  db
    .updateTable("ratings")
    .set({ rating: value, created_at: createdAt })
    .where("meme_id", "=", memeId)
    .where("user_id", "=", userId),
);

export async function updateRating(db: Db, { memeId, userId, value, createdAt }: Rating): Promise<void> {
  await change(db, value, createdAt, memeId, userId);
}

const remove = prepared(
  (db, memeId: string, userId: string) =>
    db.deleteFrom("ratings").where("meme_id", "=", memeId).where("user_id", "=", userId).returningAll(),
  toRating,
);

/** Returns the deleted rating; undefined if there was none. */
export const deleteRating = async (db: Db, memeId: string, userId: string): Promise<Rating | undefined> =>
  (await remove(db, memeId, userId))[0];

/** Returns how many were deleted. */
export async function deleteRatingsOfMeme(db: Db, memeId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("ratings").where("meme_id", "=", memeId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** The memes a person has rated. */
export async function listRatedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("ratings").select("meme_id").where("user_id", "=", userId).execute();
  return rows.map((row) => row.meme_id);
}
