import { deleteEventsUpTo, findLastNumber, findNumberBefore } from "../../data/events.ts";
import { DAY_MS } from "../../data/periods.ts";
import { requireOperator } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { numberNewEvents } from "./number-events.ts";

/** Whoever was away for longer is told so. */
const KEPT_MS = 7 * DAY_MS;
const MAX_KEPT = 100_000;
/** Few enough that other writers do not wait long. */
const AT_ONCE = 500;

/** The newest is always kept: whoever finds the last one they heard of has missed nothing. */
export async function forgetEvents(ctx: Ctx, signal: AbortSignal, { keptMs = KEPT_MS, maxKept = MAX_KEPT } = {}) {
  requireOperator(ctx.actor);
  await numberNewEvents(ctx);
  const byTime = (ctx.now - keptMs) * 1000;
  const byCount = (await findNumberBefore(ctx.db, maxKept)) ?? 0;
  const upTo = Math.min(Math.max(byTime, byCount), (await findLastNumber(ctx.db)) - 1);
  while (await deleteEventsUpTo(ctx.db, upTo, AT_ONCE)) signal.throwIfAborted();
}
