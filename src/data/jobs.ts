import { sql } from "kysely";

import type { Job } from "../entities/job.ts";
import { prepared } from "./prepared.ts";
import type { Db, JobRow } from "./schema.ts";

const toJob = ({ kind, subject, run_at, attempts, error }: JobRow): Job => ({
  kind,
  subject,
  runAt: run_at,
  attempts,
  error: error ?? undefined,
});

const add = prepared((db, kind: string, subject: string, runAt: number) =>
  db
    .insertInto("jobs")
    .values({ kind, subject, run_at: runAt, attempts: 0, error: null })
    .onConflict((c) => c.doNothing()),
);

/** Does nothing if the same job is already waiting. */
export async function enqueueJob(db: Db, kind: string, subject: string, runAt: number): Promise<void> {
  await add(db, kind, subject, runAt);
}

/** A process without a sign of life for this long has died. */
export const LEASE_MS = 120_000;

/** Makes it due, unless it may be running. Whoever runs it looks for more before it ends. */
export async function wakeJob(db: Db, kind: string, subject: string, now: number): Promise<void> {
  await enqueueJob(db, kind, subject, now);
  await advanceJob(db, kind, subject, now, now + LEASE_MS);
}

export async function hasJob(db: Db, kind: string, subject: string): Promise<boolean> {
  const found = await db
    .selectFrom("jobs")
    .select("kind")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return found !== undefined;
}

/** Jobs of one kind, up to `max`. */
export const countJobs = async (db: Db, kind: string, max: number): Promise<number> =>
  (await db.selectFrom("jobs").select("subject").where("kind", "=", kind).limit(max).execute()).length;

/** Whoever loses every job it sees to other nodes looks again a second later. */
const MAX_TRIES = 20;

/**
 * Claims the longest overdue job of these kinds until the lease ends. If its process dies, the next one takes over. If
 * two nodes see the same job, only one can claim it.
 */
export async function claimDueJob(
  db: Db,
  kinds: readonly string[],
  now: number,
  leaseUntil: number,
): Promise<Job | undefined> {
  if (kinds.length === 0) return undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const seen = await db
      .selectFrom("jobs")
      .selectAll()
      .where("run_at", "<=", now)
      .where("kind", "in", kinds)
      .orderBy("run_at")
      .limit(1)
      .executeTakeFirst();
    if (!seen) return undefined;
    const job = toJob(seen);
    const claimed = { ...job, runAt: leaseUntil, attempts: job.attempts + 1 };
    if (await moveJob(db, job, claimed)) return claimed;
  }
  return undefined;
}

/** Extends the lease; undefined if it has been lost. */
export async function keepJob(db: Db, job: Job, leaseUntil: number): Promise<Job | undefined> {
  const kept = { ...job, runAt: leaseUntil };
  return (await moveJob(db, job, kept)) ? kept : undefined;
}

async function moveJob(db: Db, from: Job, { runAt, attempts }: Job): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ run_at: runAt, attempts })
    .where("kind", "=", from.kind)
    .where("subject", "=", from.subject)
    .where("run_at", "=", from.runAt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const remove = prepared((db, kind: string, subject: string) =>
  db.deleteFrom("jobs").where("kind", "=", kind).where("subject", "=", subject),
);

export async function finishJob(db: Db, kind: string, subject: string): Promise<void> {
  await remove(db, kind, subject);
}

/** Unless it has begun, has failed, or is due about now. */
export async function forgetJob(
  db: Db,
  kind: string,
  subject: string,
  { dueAfter, dueBefore }: { dueAfter: number; dueBefore: number },
): Promise<void> {
  await db
    .deleteFrom("jobs")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where((eb) => eb.or([eb("run_at", "<", dueBefore), eb.and([eb("run_at", ">", dueAfter), eb("attempts", "=", 0)])]))
    .execute();
}

/** After success, schedules the next run. */
export const repeatJob = (db: Db, kind: string, subject: string, at: number): Promise<void> =>
  changeJob(db, kind, subject, { run_at: at, attempts: 0, error: null });

export const failJob = (db: Db, kind: string, subject: string, error: string, nextAt: number): Promise<void> =>
  changeJob(db, kind, subject, { run_at: nextAt, error });

async function changeJob(db: Db, kind: string, subject: string, change: Partial<JobRow>): Promise<void> {
  await db.updateTable("jobs").set(change).where("kind", "=", kind).where("subject", "=", subject).execute();
}

/** Jobs with at least this many failed attempts; most attempts first. */
export async function listFailingJobs(db: Db, minAttempts: number, max?: number): Promise<Job[]> {
  const query = failing(db, minAttempts).selectAll().orderBy("attempts", "desc").orderBy("kind").orderBy("subject");
  return (await (max === undefined ? query : query.limit(max)).execute()).map(toJob);
}

/** Counts up to `max`. */
export const countFailingJobs = async (db: Db, minAttempts: number, max: number): Promise<number> =>
  (await failing(db, minAttempts).select("kind").limit(max).execute()).length;

const failing = (db: Db, minAttempts: number) =>
  db.selectFrom("jobs").where("attempts", ">=", minAttempts).where("error", "is not", null);

export async function findJob(db: Db, kind: string, subject: string): Promise<Job | undefined> {
  const one = db.selectFrom("jobs").selectAll().where("kind", "=", kind).where("subject", "=", subject);
  const row = await one.executeTakeFirst();
  return row && toJob(row);
}

/** Makes it due at this time, unless it is due before `unless`. */
export const advanceJob = async (db: Db, kind: string, subject: string, at: number, unless = at): Promise<void> =>
  void (await db
    .updateTable("jobs")
    .set({ run_at: at })
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("run_at", ">", unless)
    .execute());

/** Makes all jobs of a kind that are due after `latest` due at this time. */
export const pullBackJobs = async (db: Db, kind: string, latest: number, at: number): Promise<void> =>
  void (await db
    .updateTable("jobs")
    .set({ run_at: at })
    .where("kind", "=", kind)
    .where("run_at", ">", latest)
    .execute());

/** The job of this kind that is due last, if that is after `latest`. */
export async function findLateJob(db: Db, kind: string, latest: number): Promise<Job | undefined> {
  const late = db.selectFrom("jobs").selectAll().where("kind", "=", kind).where("run_at", ">", latest);
  const row = await late.orderBy("run_at", "desc").limit(1).executeTakeFirst();
  return row && toJob(row);
}

export interface JobCursor {
  runAt: number;
  kind: string;
  subject: string;
}

/** Jobs that have not failed, next due first. */
export async function listJobs(
  db: Db,
  { amount, after }: { amount: number; after?: JobCursor | undefined },
): Promise<Job[]> {
  let query = db.selectFrom("jobs").selectAll().where("error", "is", null);
  if (after) {
    const { runAt, kind, subject } = after;
    query = query.where(sql<boolean>`(run_at, kind, subject) > (${runAt}, ${kind}, ${subject})`);
  }
  const rows = await query.orderBy("run_at").orderBy("kind").orderBy("subject").limit(amount).execute();
  return rows.map(toJob);
}
