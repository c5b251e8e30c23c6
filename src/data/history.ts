import { sql } from "kysely";

import { AGES } from "../entities/age.ts";
import type { Meme } from "../entities/meme.ts";
import { prepared } from "./prepared.ts";
import type { Db, MemeRow } from "./schema.ts";

const memesBetween = prepared((db, from: number, to: number) =>
  db
    .selectFrom("memes")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("age", "in", sql<number>`(${sql.join(AGES.map((age) => sql.lit(age)))})`)
    // A literal, so that the planner knows the partial index applies.
    .where(sql<boolean>`disabled = 0`)
    .where("created_at", ">=", from)
    .where("created_at", "<", to),
);

/** Enabled memes posted between two times. */
export const countMemesBetween = async (db: Db, from: number, to: number) =>
  Number((await memesBetween(db, from, to))[0]!.count);

const accountsBetween = prepared((db, from: string, to: string) =>
  db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("id", ">=", from)
    .where("id", "<", to),
);

/** Accounts with ids between two. */
export const countAccountsBetween = async (db: Db, from: string, to: string) =>
  Number((await accountsBetween(db, from, to))[0]!.count);

/** Ratings of enabled memes on each day of the longest period, by days since 1970. */
export async function countRatingsByDay(db: Db): Promise<Map<number, number>> {
  // By person, since there are far fewer people than memes.
  const rows = await db
    .selectFrom("scores as s")
    .innerJoin("rated_days as d", "d.subject", "s.subject")
    .select(({ fn }) => ["d.day", fn.sum<number | string>("d.count").as("count")])
    .where("s.board", "=", "memers")
    .where("s.count_1mo", ">", (eb) => eb.lit(0))
    .groupBy("d.day")
    .execute();
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

type MemeTime = Pick<Meme, "createdAt" | "rating">;

const toMemeTime = (row: Pick<MemeRow, "created_at" | "rating_sum" | "rating_count">): MemeTime => ({
  createdAt: row.created_at,
  rating: { sum: row.rating_sum, total: row.rating_count },
});

const newestTimes = (db: Db, authorId: string, max: number) =>
  db
    .selectFrom("memes")
    .select(["created_at", "rating_sum", "rating_count"])
    .where("author_id", "=", authorId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(max);
const timesOfAll = prepared(newestTimes, toMemeTime);
const timesOfShown = prepared(
  (db, authorId: string, max: number) => newestTimes(db, authorId, max).where(sql<boolean>`disabled = 0`),
  toMemeTime,
);

/** When an author's newest memes were posted, and their ratings. `all` includes disabled ones. */
export const listMemeTimes = async (db: Db, authorId: string, all: boolean, max: number): Promise<MemeTime[]> =>
  (all ? timesOfAll : timesOfShown)(db, authorId, max);
