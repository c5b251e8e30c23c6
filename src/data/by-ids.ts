import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from "kysely";

import { whenReady } from "../when-ready.ts";
import { dialectOf } from "./dialect.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

/** Most pages have at most 25 items, by few authors. More ids are read in parts. */
const SIZES = [8, 25, 200] as const;
const LARGEST = SIZES[2];

/** The condition that a column holds one of the ids. */
export type IsOneOf = (column: string) => RawBuilder<SqlBool>;

const inList =
  (ids: readonly string[]): IsOneOf =>
  (column) =>
    sql`${sql.ref(column)} in (${sql.join(ids)})`;

/** The inner query hides the number of ids from PostgreSQL, which would otherwise plan for each number anew. */
const inArray =
  (ids: readonly string[]): IsOneOf =>
  (column) =>
    sql`${sql.ref(column)} = any((select ${ids}::text[])::text[])`;

/**
 * Reads rows by id, in any order; `given` are further values of the query. PostgreSQL takes all ids as one array. On
 * SQLite there is a statement for each size, padded with ids that nothing has: it is compiled once, and is never much
 * longer than it has to be.
 */
export function byIds<R, T, G extends readonly unknown[] = []>(
  build: (db: Db, isOneOf: IsOneOf, ...given: G) => { compile(db: Db): CompiledQuery<R> },
  toEntity: (row: R) => T,
) {
  const findAll = prepared((db, ids: readonly string[], ...given: G) => build(db, inArray(ids), ...given), toEntity);
  const statements = SIZES.map((size) => ({
    size,
    find: prepared((db, ...all: readonly unknown[]) => {
      const given = all.slice(size) as unknown as G;
      return build(db, inList(all.slice(0, size) as string[]), ...given);
    }, toEntity),
  }));
  const findPart = (db: Db, part: readonly string[], given: G) => {
    const { size, find } = statements.find((one) => part.length <= one.size)!;
    return find(db, ...part, ...Array.from({ length: size - part.length }, () => ""), ...given);
  };
  const findRest = (db: Db, ids: readonly string[], given: G, found: T[], start: number): T[] | Promise<T[]> =>
    whenReady(findPart(db, ids.slice(start, start + LARGEST), given), (rows) => {
      found.push(...rows);
      return start + LARGEST < ids.length ? findRest(db, ids, given, found, start + LARGEST) : found;
    });
  return (db: Db, ids: readonly string[], ...given: G): T[] | Promise<T[]> => {
    if (ids.length === 0) return [];
    return dialectOf(db).isRemote ? findAll(db, ids, ...given) : findRest(db, ids, given, [], 0);
  };
}
