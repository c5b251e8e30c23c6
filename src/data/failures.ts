import { sql } from "kysely";

import type { Db, FailureRow } from "./schema.ts";

/** The first to fail under an id stays: callers may choose their own ids, and use one twice. */
export async function insertFailures(db: Db, failures: readonly FailureRow[]): Promise<void> {
  await db
    .insertInto("failures")
    .values([...failures])
    .onConflict((c) => c.column("request").doNothing())
    .execute();
}

export const findFailure = (db: Db, request: string): Promise<FailureRow | undefined> =>
  db.selectFrom("failures").selectAll().where("request", "=", request).executeTakeFirst();

export interface FailureCursor {
  at: number;
  request: string;
}

/** Newest first. */
export async function listFailures(
  db: Db,
  { amount, after }: { amount: number; after?: FailureCursor },
): Promise<FailureRow[]> {
  let query = db.selectFrom("failures").selectAll();
  if (after) query = query.where(sql<boolean>`(created_at, request) < (${after.at}, ${after.request})`);
  return query.orderBy("created_at", "desc").orderBy("request", "desc").limit(amount).execute();
}

/** Since a moment, up to so many. */
export async function countFailures(db: Db, since: number, most: number): Promise<number> {
  const found = await db
    .selectFrom("failures")
    .select("request")
    .where("created_at", ">=", since)
    .limit(most)
    .execute();
  return found.length;
}

/** Those before a moment, and all but the newest so many. */
export async function deleteFailures(db: Db, { before, most }: { before: number; most: number }): Promise<void> {
  const [beyond] = await db
    .selectFrom("failures")
    .select("created_at")
    .orderBy("created_at", "desc")
    .orderBy("request", "desc")
    .limit(1)
    .offset(most)
    .execute();
  await db
    .deleteFrom("failures")
    .where("created_at", "<=", Math.max(before, beyond?.created_at ?? 0))
    .execute();
}
