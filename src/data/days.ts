import { sql } from "kysely";

import { ALLOWED } from "../entities/age.ts";
import { DAY_MS } from "./periods.ts";
import { eachWay } from "./each-way.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

// The meme of each day. Days are UTC days, numbered since 1970.

/** One rating is not a vote: it may be the author's own. */
const MIN_RATINGS = 2;
/** Anyone may see it, so nothing mature. */
const MAX_AGE = 2;

/** The enabled meme posted on this day that has the most points (docs/adr/0010-hot.md), if anybody liked one. */
export async function findBestOfDay(db: Db, day: number): Promise<string | undefined> {
  const points = sql`2 * rating_sum - 5 * rating_count`;
  const best = await sql<{ id: string }>`select id from memes
    where age in (${sql.join(ALLOWED[MAX_AGE].map((age) => sql.lit(age)))}) and disabled = 0
    and created_at >= ${day * DAY_MS} and created_at < ${(day + 1) * DAY_MS}
    and rating_count >= ${sql.lit(MIN_RATINGS)} and ${points} > 0
    order by ${points} desc, id limit 1`.execute(db);
  return best.rows[0]?.id;
}

export async function updateWonDay(db: Db, id: string, day: number): Promise<void> {
  await db.updateTable("memes").set({ won_day: day }).where("id", "=", id).execute();
}

/** The place of a meme in the list of days. */
export interface DayCursor {
  day: number;
  id: string;
}

const list = eachWay(({ beyond, order }) =>
  prepared(
    (_db, day: number, amount: number, skip: number) => sql<DayCursor>`
      select won_day as day, id from memes
      where won_day is not null and won_day ${beyond} ${day} and disabled = 0 and age <= ${sql.lit(MAX_AGE)}
      order by won_day ${order} limit ${amount} offset ${skip}`,
  ),
);

const END = 2 ** 31 - 1;

export interface DaysQuery {
  after?: DayCursor | undefined;
  skip: number;
  amount: number;
  /** Walks back from the cursor, and begins with the place of the cursor itself. */
  back?: boolean | undefined;
}

/** Memes of the day, newest first. */
export const listDays = (db: Db, { after, skip, amount, back }: DaysQuery) =>
  list(back)(db, after?.day ?? END, amount, skip);
