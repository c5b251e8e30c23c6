import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** On SQLite, each row of `changes` also changed a row of `sqlite_sequence`. */
export async function up(db: Db): Promise<void> {
  await dialectOf(db).changes.renew(db);
}
