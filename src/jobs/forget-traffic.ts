import { deleteTrafficBefore, minuteOf } from "../data/traffic.ts";
import type { JobKind } from "./job-kind.ts";

const HOUR_MS = 3_600_000;
/** A day more than the longest look back. */
const KEPT_MS = 8 * 24 * HOUR_MS;
/** Few enough that nobody else waits long to write. */
const AT_ONCE = 2000;

/** The requests of minutes that nobody looks back at. */
export const forgetTraffic: JobKind = {
  name: "forget-traffic",
  recurring: { everyMs: HOUR_MS, firstAfterMs: 0 },
  async run({ ctx, signal }) {
    while (await deleteTrafficBefore(ctx.db, minuteOf(ctx.now - KEPT_MS), AT_ONCE)) signal.throwIfAborted();
  },
};
