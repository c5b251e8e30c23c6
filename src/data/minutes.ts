import type { JobMinute, SlowRequest } from "../entities/minute.ts";
import type { Db, SlowRequestRow } from "./schema.ts";

/** A slow request, and the minute it ended in. */
export interface SlowRequestOfMinute extends SlowRequest {
  minute: number;
}

const toSlow = (row: SlowRequestRow): SlowRequestOfMinute => ({
  minute: row.minute,
  request: row.request,
  method: row.method,
  route: row.route,
  status: row.status,
  ms: row.ms,
  databaseMs: row.database_ms,
  waitedMs: row.waited_ms,
});

/** Callers may choose their own request ids, and reuse them: the first stays. */
export async function insertSlowRequests(db: Db, minute: number, node: number, slow: readonly SlowRequest[]) {
  if (slow.length === 0) return;
  const rows = slow.map(({ databaseMs, waitedMs, ms, ...one }) => ({
    minute,
    node,
    ...one,
    ms: Math.round(ms),
    database_ms: Math.round(databaseMs),
    waited_ms: Math.round(waitedMs),
  }));
  await db
    .insertInto("slow_requests")
    .values(rows)
    .onConflict((c) => c.columns(["minute", "node", "request"]).doNothing())
    .execute();
}

/** The slowest of these minutes, slowest first. `to` is not included. */
export async function listSlowRequests(
  db: Db,
  { from, to, amount }: { from: number; to: number; amount: number },
): Promise<SlowRequestOfMinute[]> {
  const rows = await db
    .selectFrom("slow_requests")
    .selectAll()
    .where("minute", ">=", from)
    .where("minute", "<", to)
    .orderBy("ms", "desc")
    .orderBy("minute", "desc")
    .limit(amount)
    .execute();
  return rows.map(toSlow);
}

/** Adds to what this node has written of the minute. */
export async function addJobMinutes(db: Db, minute: number, node: number, jobs: readonly JobMinute[]): Promise<void> {
  for (const { kind, runs, failed, ms } of jobs)
    await db
      .insertInto("job_minutes")
      .values({ minute, node, kind, runs, failed, ms: Math.round(ms) })
      .onConflict((c) =>
        c.columns(["minute", "node", "kind"]).doUpdateSet((eb) => ({
          runs: eb("job_minutes.runs", "+", runs),
          failed: eb("job_minutes.failed", "+", failed),
          ms: eb("job_minutes.ms", "+", Math.round(ms)),
        })),
      )
      .execute();
}

/** Of all nodes together, the longest first. */
export async function listJobMinutes(db: Db, minute: number): Promise<JobMinute[]> {
  const rows = await db.selectFrom("job_minutes").selectAll().where("minute", "=", minute).execute();
  const kinds = new Map<string, JobMinute>();
  for (const { kind, runs, failed, ms } of rows) {
    const sum = kinds.get(kind) ?? { kind, runs: 0, failed: 0, ms: 0 };
    kinds.set(kind, { kind, runs: sum.runs + runs, failed: sum.failed + failed, ms: sum.ms + ms });
  }
  return [...kinds.values()].toSorted((a, b) => b.ms - a.ms);
}
