import type { Load } from "../entities/minute.ts";
import type { Db, TrafficRow } from "./schema.ts";
import { transact } from "./transaction.ts";

export const MINUTE_MS = 60_000;
export const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS);

/** Number of requests, and a histogram of their durations. */
export interface Counted {
  requests: number;
  failed: number;
  /** Bucket (see core/traffic/latency.ts) and count, alternating: a flat list is fastest to read. */
  times: number[];
  load?: Load;
}

export interface CountedMinute extends Counted {
  minute: number;
  load: Load;
}

/** Adds to this node's minute: a restarted process may get the same number. */
export async function addTraffic(db: Db, minute: number, node: number, counted: Counted): Promise<void> {
  await transact(db, async (tx) => {
    const before = await tx
      .selectFrom("traffic")
      .selectAll()
      .where("minute", "=", minute)
      .where("node", "=", node)
      .executeTakeFirst();
    const sum = before ? addUp(countedIn(before), counted) : counted;
    const { queries, databaseMs, waitedMs, maxWaiting } = sum.load ?? IDLE;
    const columns = {
      requests: sum.requests,
      failed: sum.failed,
      times: JSON.stringify(sum.times),
      queries,
      database_ms: Math.round(databaseMs),
      waited_ms: Math.round(waitedMs),
      max_waiting: maxWaiting,
    };
    await tx
      .insertInto("traffic")
      .values({ minute, node, ...columns })
      .onConflict((c) => c.columns(["minute", "node"]).doUpdateSet(columns))
      .execute();
  });
}

/** Minutes from one up to, but not including, another: one row per node that was busy. */
export async function listTraffic(db: Db, from: number, to: number): Promise<CountedMinute[]> {
  const rows = await db
    .selectFrom("traffic")
    .selectAll()
    .where("minute", ">=", from)
    .where("minute", "<", to)
    .orderBy("minute")
    .execute();
  return rows.map(countedIn);
}

/** Deletes about `max` rows, always whole minutes; false if nothing is left. */
export async function deleteMinutesBefore(
  db: Db,
  table: "traffic" | "slow_requests" | "job_minutes",
  minute: number,
  max: number,
): Promise<boolean> {
  const beyond = await db
    .selectFrom(table)
    .select("minute")
    .where("minute", "<", minute)
    .orderBy("minute")
    .limit(1)
    .offset(max)
    .executeTakeFirst();
  await db
    .deleteFrom(table)
    .where("minute", beyond ? "<=" : "<", beyond?.minute ?? minute)
    .execute();
  return beyond !== undefined;
}

const countedIn = (row: TrafficRow): CountedMinute => ({
  minute: row.minute,
  requests: row.requests,
  failed: row.failed,
  times: JSON.parse(row.times) as number[],
  load: {
    queries: row.queries,
    databaseMs: row.database_ms,
    waitedMs: row.waited_ms,
    maxWaiting: row.max_waiting,
  },
});

function addUp(one: Counted, other: Counted): Counted {
  const times = new Map<number, number>();
  for (const list of [one.times, other.times])
    for (let i = 0; i < list.length; i += 2) times.set(list[i]!, (times.get(list[i]!) ?? 0) + list[i + 1]!);
  const load = addLoads(one.load ?? IDLE, other.load ?? IDLE);
  return { requests: one.requests + other.requests, failed: one.failed + other.failed, times: [...times].flat(), load };
}

export const IDLE: Load = { queries: 0, databaseMs: 0, waitedMs: 0, maxWaiting: 0 };

export const addLoads = (one: Load, other: Load): Load => ({
  queries: one.queries + other.queries,
  databaseMs: one.databaseMs + other.databaseMs,
  waitedMs: one.waitedMs + other.waitedMs,
  maxWaiting: Math.max(one.maxWaiting, other.maxWaiting),
});
