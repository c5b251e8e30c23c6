import { deleteFailures } from "../data/failures.ts";
import type { JobKind } from "./job-kind.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = 30 * 24 * HOUR_MS;
const MAX_FAILURES = 1000;

/** Deletes old failed requests, and all but the newest thousand. */
export const forgetFailures: JobKind = {
  name: "forget-failures",
  recurring: { everyMs: HOUR_MS, firstAfterMs: 0 },
  run: ({ ctx }) => deleteFailures(ctx.db, { before: ctx.now - KEPT_MS, max: MAX_FAILURES }),
};
