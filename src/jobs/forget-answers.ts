import { KEPT_MS } from "../core/idempotency/keep-answer.ts";
import { deleteAnswersBefore } from "../data/idempotency.ts";
import type { JobKind } from "./job-kind.ts";

const HOUR_MS = 3_600_000;

/** Deletes old answers to requests with an Idempotency-Key. */
export const forgetAnswers: JobKind = {
  name: "forget-answers",
  recurring: { everyMs: HOUR_MS, firstAfterMs: 0 },
  run: ({ ctx }) => deleteAnswersBefore(ctx.db, ctx.now - KEPT_MS),
};
