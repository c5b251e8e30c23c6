import { sql, type RawBuilder } from "kysely";

import { AGES } from "./counters.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

/** One statement for all stretches, each counted along an index between its ends. */
async function countEach(db: Db, parts: RawBuilder<unknown>[]): Promise<number[]> {
  const each = parts.map((part, i) => sql`select ${sql.lit(i)} as part, (${part}) as count`);
  const { rows } = await sql<{ part: number; count: number }>`${sql.join(each, sql` union all `)}`.execute(db);
  const counts = parts.map(() => 0);
  for (const { part, count } of rows) counts[part] = Number(count);
  return counts;
}

/** Enabled memes between each of these moments and the next. */
export function countMemesBetween(db: Db, bounds: readonly number[]): Promise<number[]> {
  const ages = sql.join(AGES.map((age) => sql.lit(age)));
  return countEach(
    db,
    pairsOf(bounds).map(
      ([from, to]) => sql`select count(*) from memes
        where age in (${ages}) and disabled = 0 and created_at >= ${from} and created_at < ${to}`,
    ),
  );
}

/** Accounts whose id lies between each of these and the next. */
export const countAccountsBetween = (db: Db, bounds: readonly string[]): Promise<number[]> =>
  countEach(
    db,
    pairsOf(bounds).map(([from, to]) => sql`select count(*) from users where id >= ${from} and id < ${to}`),
  );

const pairsOf = <T>(bounds: readonly T[]): [T, T][] => bounds.slice(1).map((to, i) => [bounds[i]!, to]);

/** How many ratings enabled memes received on each day of the longest period, by whole days since 1970. */
export async function countRatingsByDay(db: Db): Promise<Map<number, number>> {
  // By person, of whom there are far fewer than memes.
  const rows = await db
    .selectFrom("standings as s")
    .innerJoin("rated_days as d", "d.subject", "s.subject")
    .select(({ fn }) => ["d.day", fn.sum<number | string>("d.count").as("count")])
    .where("s.period", "=", "1mo")
    .where("s.board", "=", "memers")
    .groupBy("d.day")
    .execute();
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

const timesOfShown = prepared((db, authorId: string, most: number) =>
  db
    .selectFrom("memes")
    .select(["created_at", "rating_sum", "rating_count"])
    .where("author_id", "=", authorId)
    .where(sql<boolean>`disabled = 0`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most),
);
const timesOfAll = prepared((db, authorId: string, most: number) =>
  db
    .selectFrom("memes")
    .select(["created_at", "rating_sum", "rating_count"])
    .where("author_id", "=", authorId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most),
);

/** When an author's newest memes were posted and what was said of them; with `all`, of disabled ones too. */
export const listMemeTimes = async (db: Db, authorId: string, all: boolean, most: number) =>
  (all ? timesOfAll : timesOfShown)(db, authorId, most);
