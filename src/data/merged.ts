import { sql, type RawBuilder } from "kysely";

import { dialectOf } from "./dialect.ts";
import type { Db } from "./schema.ts";

// Lists whose entries are in several parts of an index, or in several indexes. Each part is read in order, and both
// databases merge the parts as they read them: a list reads no more than it needs.

/** Almost no page needs more of a part. */
const ENOUGH = 128;

/**
 * A query for a list that is merged from parts, each of which ends with `limit`. Without one, the parts look so long to
 * PostgreSQL that it plans every query anew, which takes several times as long as running it. SQLite, however, would
 * first collect all of a part that has a limit. Before its own arguments, the query takes the number of entries it needs.
 */
export function merged<A extends readonly unknown[], R>(
  build: (limit: RawBuilder<unknown>) => (db: Db, ...args: A) => R,
): (db: Db, most: number, ...args: A) => R {
  const [unlimited, limited] = [build(sql``), build(sql`limit ${sql.lit(ENOUGH)}`)];
  return (db, most, ...args) => (most <= ENOUGH && dialectOf(db).limitsParts ? limited : unlimited)(db, ...args);
}
