import { sql } from "kysely";

import type { Db } from "../schema.ts";

/** Most notifications are about ratings, and have neither a comment nor a report. */
export async function up(db: Db): Promise<void> {
  for (const about of ["comment", "report"]) {
    const [index, column] = [sql.ref(`notifications_of_${about}`), sql.ref(`${about}_id`)];
    await sql`drop index ${index}`.execute(db);
    await sql`create index ${index} on notifications (${column}) where ${column} is not null`.execute(db);
  }
}
