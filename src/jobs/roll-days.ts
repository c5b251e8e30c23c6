import { inTransaction } from "../core/ctx.ts";
import { DAY_MS } from "../data/periods.ts";
import * as standings from "../data/standings.ts";
import type { JobKind } from "./job-kind.ts";

/** Few enough that other writers do not wait long. */
const AT_ONCE = 500;

/** Removes ratings from the standings of a period when their day leaves it. */
export const rollDays: JobKind = {
  name: "roll-days",
  recurring: { everyMs: 60_000, firstAfterMs: 0 },
  async run({ ctx, signal }) {
    const today = Math.floor(ctx.now / DAY_MS);
    while ((await inTransaction(ctx, ({ db }) => standings.rollDays(db, today, AT_ONCE))) >= AT_ONCE)
      signal.throwIfAborted();
  },
};
