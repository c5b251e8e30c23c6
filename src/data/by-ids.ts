import type { CompiledQuery } from "kysely";

import { whenReady } from "../when-ready.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

/** Most pages have at most 25 items, by few authors. More ids are read in parts. */
const SIZES = [8, 25, 200] as const;
const LARGEST = SIZES[2];

/**
 * Reads rows by id, in any order. There is a statement for each size, padded with ids that nothing has: it is compiled
 * once, and is never much longer than it has to be.
 */
export function byIds<R, T>(
  build: (db: Db, ids: readonly string[]) => { compile(db: Db): CompiledQuery<R> },
  toEntity: (row: R) => T,
) {
  const statements = SIZES.map((size) => ({
    size,
    find: prepared((db, ...ids: string[]) => build(db, ids), toEntity),
  }));
  const findPart = (db: Db, part: readonly string[]) => {
    const { size, find } = statements.find((one) => part.length <= one.size)!;
    return find(db, ...part, ...Array.from({ length: size - part.length }, () => ""));
  };
  const findRest = (db: Db, ids: readonly string[], found: T[], start: number): T[] | Promise<T[]> =>
    whenReady(findPart(db, ids.slice(start, start + LARGEST)), (rows) => {
      found.push(...rows);
      return start + LARGEST < ids.length ? findRest(db, ids, found, start + LARGEST) : found;
    });
  return (db: Db, ids: readonly string[]) => (ids.length === 0 ? [] : findRest(db, ids, [], 0));
}
