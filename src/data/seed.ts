import { sql, type Insertable } from "kysely";

import { AGES, type Age } from "../entities/age.ts";
import type { Follow } from "../entities/follow.ts";
import type { ListedAccount } from "../entities/linked-account.ts";
import type { Meme } from "../entities/meme.ts";
import type { Rating } from "../entities/rating.ts";
import { asOneChange } from "./changes.ts";
import { commentColumns, type NewComment } from "./comments.ts";
import { countForSite } from "./counters.ts";
import { dialectOf } from "./dialect.ts";
import { followColumns } from "./follows.ts";
import { memeColumns } from "./meme-columns.ts";
import { DAY_MS } from "./periods.ts";
import { ratingColumns } from "./ratings.ts";
import type { Db, Schema } from "./schema.ts";
import { scoreColumns, type Totals } from "./scores.ts";
import type { RatedDay } from "./standings.ts";
import { newUserColumns, type NewUser } from "./user-columns.ts";

const BATCH = 500;

/** Bulk insert. All rows must have the same columns in the same order. Runs inside a transaction. */
export async function insertAll<T extends keyof Schema>(db: Db, table: T, rows: Insertable<Schema[T]>[]) {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!);
  await dialectOf(db).insertMany(
    db,
    table,
    columns,
    rows.map((row) => Object.values(row)),
  );
}

/** Memes that are not held, with their counters. */
export async function insertMemes(db: Db, memes: readonly Meme[]): Promise<void> {
  const next = new Map<Age, number>();
  // Totals first, because they are the lock for all slot changes.
  for (const age of AGES) {
    const count = memes.filter((meme) => meme.age === age && !meme.disabled).length;
    next.set(age, (await countForSite(db, `memes:${age}`, count)) - count);
  }
  const rows = memes.map((meme) => {
    const slot = meme.disabled ? null : next.get(meme.age)!;
    if (slot !== null) next.set(meme.age, slot + 1);
    const { rating, commentCount } = meme;
    const counters = { rating_sum: rating.sum, rating_count: rating.total, comment_count: commentCount };
    return { ...memeColumns({ ...meme, rendered: false }), ...counters, disabled: Number(meme.disabled), slot };
  });
  await asOneChange(db, () => insertAll(db, "memes", rows));
  await insertAll(
    db,
    "to_format",
    memes.map(({ id }) => ({ meme_id: id, refused: 0 })),
  );
}

export const insertUsers = (db: Db, users: readonly NewUser[]): Promise<void> =>
  insertAll(db, "users", users.map(newUserColumns));

export const insertFollows = (db: Db, follows: readonly Follow[]): Promise<void> =>
  insertAll(db, "follows", follows.map(followColumns));

export const insertLinkedAccounts = (db: Db, accounts: readonly ListedAccount[]): Promise<void> =>
  insertAll(
    db,
    "integrations",
    accounts.map(({ userId, service, account, createdAt }) => ({
      user_id: userId,
      service,
      account,
      created_at: createdAt,
    })),
  );

export const insertScores = (db: Db, totals: readonly Totals[]): Promise<void> =>
  insertAll(db, "scores", totals.map(scoreColumns));
export const insertRatedDays = (db: Db, days: RatedDay[]): Promise<void> =>
  insertAll(
    db,
    "rated_days",
    days.map((day) => ({ ...day, since: day.day * DAY_MS })),
  );

export const insertRatings = (db: Db, ratings: readonly Rating[]): Promise<void> =>
  insertAll(db, "ratings", ratings.map(ratingColumns));

export const insertComments = (db: Db, comments: readonly NewComment[]): Promise<void> =>
  asOneChange(db, () => insertAll(db, "comments", comments.map(commentColumns)));

export interface UserCounts {
  memes: number;
  submitted: number;
  followers: number;
  following: number;
}

/** Adds to the stored counters of many accounts, and returns how many memes each has submitted. */
export async function countForUsers(db: Db, changes: ReadonlyMap<string, UserCounts>): Promise<Map<string, number>> {
  const submitted = new Map<string, number>();
  // Always in the same order, so that two calls cannot deadlock.
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let i = 0; i < sorted.length; i += BATCH) {
    const lines = sorted
      .slice(i, i + BATCH)
      .map(([id, by]) => sql`(${id}, ${by.memes}, ${by.submitted}, ${by.followers}, ${by.following})`);
    // Without casts, PostgreSQL would take the whole list for text.
    const { rows } = await sql<{ id: string; submitted_count: number }>`
      with change (id, memes, submitted, followers, following) as (values ${sql.join(lines)})
      update users set
        meme_count = meme_count + cast(change.memes as integer),
        submitted_count = submitted_count + cast(change.submitted as integer),
        approved_count = approved_count + cast(change.submitted as integer),
        follower_count = follower_count + cast(change.followers as integer),
        following_count = following_count + cast(change.following as integer)
      from change where users.id = change.id
      returning users.id, users.submitted_count`.execute(db);
    for (const row of rows) submitted.set(row.id, row.submitted_count);
  }
  return submitted;
}

export async function lastCommentId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

/** In insertion order. */
export const listCommentsAfter = (db: Db, id: number) =>
  db.selectFrom("comments").select(["id", "meme_id as memeId"]).where("id", ">", id).orderBy("id").execute();
