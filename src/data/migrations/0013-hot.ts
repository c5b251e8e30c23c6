import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** See docs/adr/0010-hot.md. */
export async function up(db: Db): Promise<void> {
  const { decimal, millis, addedGenerated } = dialectOf(db);
  const points = sql`10 + 2 * rating_sum - 5 * rating_count`;
  const atLeastOne = sql`cast(case when ${points} < 1 then 1 else ${points} end as ${decimal})`;
  const doublings = sql`ln(${atLeastOne} / 10) / ln(cast(2 as ${decimal}))`;
  const heat = sql`created_at + 1800000 * cast(round(16 * ${doublings}) as integer)`;
  await sql`alter table memes add column heat ${millis} generated always as (${heat}) ${addedGenerated}`.execute(db);
  await sql`create index memes_hottest on memes (age, heat, id) where disabled = 0`.execute(db);
}
