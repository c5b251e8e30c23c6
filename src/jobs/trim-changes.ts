import { inTransaction } from "../core/ctx.ts";
import { dialectOf } from "../data/dialect.ts";
import type { JobKind } from "./job-kind.ts";

const FIVE_MINUTES = 300_000;

/** Deletes changes that every node has seen, or will do without. */
export const trimChanges: JobKind = {
  name: "trim-changes",
  recurring: { everyMs: FIVE_MINUTES, firstAfterMs: FIVE_MINUTES },
  run: ({ ctx }) => inTransaction(ctx, ({ db }) => dialectOf(db).changes.trim(db)),
};
