import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** When a backup was restored on trial; null if it never was. */
export const up = (db: Db): Promise<void> =>
  db.schema.alterTable("backups").addColumn("verified_at", dialectOf(db).millis).execute();
