import { sql, type RawBuilder } from "kysely";

import { dialectOf } from "./dialect.ts";
import type { Db } from "./schema.ts";

// Lists whose entries are in several parts of an index, or in several indexes. Each part is read in order, and both
// databases merge the parts as they read: a list takes no more of them than it needs.

/** More than almost every page needs of a part. */
const SHORT = 128;

/**
 * A query for a list that is merged of parts, each of which ends with `end`. To PostgreSQL, parts without an end look
 * so long that it would plan each query anew, which takes several times as long as running it. SQLite would collect a
 * part with an end before it goes on. The query takes how many entries it needs before its own arguments.
 */
export function merged<A extends readonly unknown[], R>(
  build: (end: RawBuilder<unknown>) => (db: Db, ...args: A) => R,
): (db: Db, most: number, ...args: A) => R {
  const [whole, short] = [build(sql``), build(sql`limit ${sql.lit(SHORT)}`)];
  return (db, most, ...args) => (most <= SHORT && dialectOf(db).endsParts ? short : whole)(db, ...args);
}
