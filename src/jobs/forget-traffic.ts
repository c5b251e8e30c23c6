import { deleteMinutesBefore, minuteOf } from "../data/traffic.ts";
import type { JobKind } from "./job-kind.ts";

const HOUR_MS = 3_600_000;
/** A day more than the longest period shown. */
const KEPT_MS = 8 * 24 * HOUR_MS;
/** Few enough that other writers do not wait long. */
const AT_ONCE = 2000;

/** Deletes what happened in minutes older than any period shown. */
export const forgetTraffic: JobKind = {
  name: "forget-traffic",
  recurring: { everyMs: HOUR_MS, firstAfterMs: 0 },
  async run({ ctx, signal }) {
    const before = minuteOf(ctx.now - KEPT_MS);
    for (const table of ["traffic", "slow_requests", "job_minutes"] as const)
      while (await deleteMinutesBefore(ctx.db, table, before, AT_ONCE)) signal.throwIfAborted();
  },
};
