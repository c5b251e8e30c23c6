import { deleteTrafficBefore, minuteOf } from "../data/traffic.ts";
import type { JobKind } from "./job-kind.ts";

const HOUR_MS = 3_600_000;
/** A day more than the longest period shown. */
const KEPT_MS = 8 * 24 * HOUR_MS;
/** Few enough that other writers do not wait long. */
const AT_ONCE = 2000;

/** Deletes traffic older than any period shown. */
export const forgetTraffic: JobKind = {
  name: "forget-traffic",
  recurring: { everyMs: HOUR_MS, firstAfterMs: 0 },
  async run({ ctx, signal }) {
    while (await deleteTrafficBefore(ctx.db, minuteOf(ctx.now - KEPT_MS), AT_ONCE)) signal.throwIfAborted();
  },
};
