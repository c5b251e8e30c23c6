import { listBackups } from "../../data/backups.ts";
import { listFailuresBetween } from "../../data/failures.ts";
import { listJobMinutes, listSlowRequests, type SlowRequestOfMinute } from "../../data/minutes.ts";
import { listTraffic, MINUTE_MS, minuteOf } from "../../data/traffic.ts";
import type { BackupRecord } from "../../entities/backup-record.ts";
import type { Failure } from "../../entities/failure.ts";
import type { JobMinute, Load } from "../../entities/minute.ts";
import { requireFounder } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { RANGES, Sum, type Range, type TrafficPoint } from "./read-traffic.ts";

/** Minutes before and after, to compare with. */
const AROUND = 30;
const MAX_SLOW = 30;
const MAX_FAILURES = 30;
/** Backups that may have run in one of the minutes we know about. */
const MAX_BACKUPS = 200;
/** One that has not ended after this time was killed. */
const MAX_BACKUP_MS = 86_400_000;
const SLOWEST = 10;

/** Everything that is known about one minute. */
export interface Minute {
  start: number;
  traffic: Omit<TrafficPoint, "start">;
  load: Load;
  /** The same of the hour around it, without the minute itself. */
  usual: Omit<TrafficPoint, "start">;
  /** Queries in one of those minutes. */
  usualQueries: number;
  slow: SlowRequestOfMinute[];
  jobs: JobMinute[];
  backups: BackupRecord[];
  failures: Failure[];
}

/** Why was it slow at that time? */
export async function readMinute(ctx: Ctx, at: number): Promise<Minute> {
  requireFounder(ctx.actor);
  const { db } = ctx;
  const minute = minuteOf(at);
  const [start, end] = [minute * MINUTE_MS, (minute + 1) * MINUTE_MS];
  const [sum, others] = [new Sum(), new Sum()];
  const minutes = new Set<number>();
  for (const one of await listTraffic(db, minute - AROUND, minute + AROUND + 1)) {
    (one.minute === minute ? sum : others).add(one);
    if (one.minute !== minute) minutes.add(one.minute);
  }
  const backups = await listBackups(db, { amount: MAX_BACKUPS });
  return {
    start,
    traffic: sum.result(),
    load: sum.load,
    usual: others.result(),
    usualQueries: Math.round(others.load.queries / Math.max(1, minutes.size)),
    slow: await listSlowRequests(db, { from: minute, to: minute + 1, amount: MAX_SLOW }),
    jobs: await listJobMinutes(db, minute),
    backups: backups.filter(
      ({ createdAt, endedAt }) => createdAt < end && (endedAt ?? createdAt + MAX_BACKUP_MS) >= start,
    ),
    failures: await listFailuresBetween(db, start, end, MAX_FAILURES),
  };
}

/** The slowest requests of a range. */
export async function listSlowest(ctx: Ctx, range: Range): Promise<SlowRequestOfMinute[]> {
  requireFounder(ctx.actor);
  const to = minuteOf(ctx.now) + 1;
  return listSlowRequests(ctx.db, { from: to - RANGES[range].minutes, to, amount: SLOWEST });
}
