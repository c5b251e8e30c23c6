import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import { DAY_MS } from "../periods.ts";
import type { Db } from "../schema.ts";

/** In the order in which they came, new days share a page of the index. By subject, each would change one of its own. */
export async function up(db: Db): Promise<void> {
  const { millis } = dialectOf(db);
  await db.schema
    .alterTable("rated_days")
    .addColumn("since", millis, (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update rated_days set since = cast(day as ${millis}) * ${sql.lit(DAY_MS)}`.execute(db);
  await sql`drop index rated_days_to_roll`.execute(db);
  await sql`create index rated_days_to_roll on rated_days (within, since)`.execute(db);
}
