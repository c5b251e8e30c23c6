import { sql } from "kysely";

import type { Failure } from "../entities/failure.ts";
import type { Db, FailureRow } from "./schema.ts";

const toFailure = ({ created_at, ...row }: FailureRow): Failure => ({ ...row, createdAt: created_at });

/** The first failure under an id stays: callers may choose their own ids, and reuse them. */
export async function insertFailures(db: Db, failures: readonly Failure[]): Promise<void> {
  await db
    .insertInto("failures")
    .values(failures.map(({ createdAt, ...failure }) => ({ ...failure, created_at: createdAt })))
    .onConflict((c) => c.column("request").doNothing())
    .execute();
}

export async function findFailure(db: Db, request: string): Promise<Failure | undefined> {
  const row = await db.selectFrom("failures").selectAll().where("request", "=", request).executeTakeFirst();
  return row && toFailure(row);
}

export interface FailureCursor {
  at: number;
  request: string;
}

/** Newest first. */
export async function listFailures(
  db: Db,
  { amount, after }: { amount: number; after?: FailureCursor },
): Promise<Failure[]> {
  let query = db.selectFrom("failures").selectAll();
  if (after) query = query.where(sql<boolean>`(created_at, request) < (${after.at}, ${after.request})`);
  const rows = await query.orderBy("created_at", "desc").orderBy("request", "desc").limit(amount).execute();
  return rows.map(toFailure);
}

/** Those of a time span, newest first. */
export async function listFailuresBetween(db: Db, from: number, to: number, amount: number): Promise<Failure[]> {
  const rows = await db
    .selectFrom("failures")
    .selectAll()
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .orderBy("created_at", "desc")
    .limit(amount)
    .execute();
  return rows.map(toFailure);
}

/** Counts up to `max`. */
export async function countFailures(db: Db, since: number, max: number): Promise<number> {
  const found = await db.selectFrom("failures").select("request").where("created_at", ">=", since).limit(max).execute();
  return found.length;
}

/** Deletes those before a time, and all but the newest `max`. */
export async function deleteFailures(db: Db, { before, max }: { before: number; max: number }): Promise<void> {
  const [beyond] = await db
    .selectFrom("failures")
    .select("created_at")
    .orderBy("created_at", "desc")
    .orderBy("request", "desc")
    .limit(1)
    .offset(max)
    .execute();
  await db
    .deleteFrom("failures")
    .where("created_at", "<=", Math.max(before, beyond?.created_at ?? 0))
    .execute();
}
