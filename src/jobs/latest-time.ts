import type { Config } from "../config.ts";
import { LEASE_MS } from "../data/jobs.ts";
import type { JobKind } from "./job-kind.ts";

/** The longest wait after a failure, unless the kind says otherwise. */
export const LAST_RETRY_MS = 600_000;
/** Nothing is queued further ahead than this, except by a period or a schedule. */
const QUEUED_MS = 86_400_000;

/** A job due later than this was queued while a clock was fast, and would wait until that time really comes. */
export function latestTime({ recurring, nextAt, maxRetryMs = LAST_RETRY_MS }: JobKind, config: Config, now: number) {
  const planned = nextAt?.(config, now) ?? now + (recurring ? recurring.everyMs : QUEUED_MS);
  return Math.max(planned, now + maxRetryMs) + LEASE_MS;
}
