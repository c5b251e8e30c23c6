import { deleteDeletionsBefore } from "../data/deletions.ts";
import type { JobKind } from "./job-kind.ts";

const DAY_MS = 86_400_000;
/** Long enough for most questions. The staff log is kept for good. */
const KEPT_MS = 365 * DAY_MS;
/** Few enough that other writers do not wait long. */
const AT_ONCE = 500;

/** Forgets who deleted a meme more than a year ago. */
export const forgetDeletions: JobKind = {
  name: "forget-deletions",
  recurring: { everyMs: DAY_MS, firstAfterMs: 0 },
  async run({ ctx, signal }) {
    while (await deleteDeletionsBefore(ctx.db, ctx.now - KEPT_MS, AT_ONCE)) signal.throwIfAborted();
  },
};
