import { sql } from "kysely";

import type { Look, Thirds } from "../entities/look.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

/** What no picture of many variations may cost. */
const MAX_ROWS = 1000;

interface LookRow {
  a: number;
  b: number;
  c: number;
  owner: string;
}
const toLook = ({ a, b, c, owner }: LookRow): Look => ({ owner, thirds: [a, b, c] });

/** How pictures are found by what they look like, in a table of looks whose owners are in a column of it. */
export function looksIn(table: "looks" | "avatar_looks", column: "family" | "user_id") {
  const owner = sql.ref(column);
  const withValues = (third: "a" | "b" | "c") =>
    prepared(
      (_db, ...values: number[]) => sql<LookRow>`select a, b, c, ${owner} as owner from ${sql.table(table)}
        where ${sql.ref(third)} in (${sql.join(values)}) limit ${sql.lit(MAX_ROWS)}`,
      toLook,
    );
  const inColumns = () => [withValues("a"), withValues("b"), withValues("c")] as const;
  // A prepared query has one number of values.
  const queries = new Map<number, ReturnType<typeof inColumns>>();
  const exactly = prepared(
    (_db, a: number, b: number, c: number) => sql<{ owner: string }>`select ${owner} as owner from ${sql.table(table)}
      where a = ${a} and b = ${b} and c = ${c} limit ${sql.lit(MAX_ROWS)}`,
    (row) => row.owner,
  );
  return {
    /** Looks whose first, second or last third has one of these values. */
    listWith: (db: Db, third: 0 | 1 | 2, values: readonly number[]): Look[] | Promise<Look[]> =>
      queries.getOrInsertComputed(values.length, inColumns)[third](db, ...values),
    /** Owners of exactly this look. */
    listExactly: (db: Db, [a, b, c]: Thirds): string[] | Promise<string[]> => exactly(db, a, b, c),
  };
}
