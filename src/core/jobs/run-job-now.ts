import { advanceJob, findJob } from "../../data/jobs.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { isAtWork } from "./list-jobs.ts";

/** The next process to look takes it, within about a second. */
export async function runJobNow(ctx: Ctx, { kind, subject }: { kind: string; subject: string }): Promise<void> {
  requireFounder(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const job = await findJob(tx.db, kind, subject);
    if (!job) throw new DomainError("not_found", message("error.no-job"));
    if (isAtWork(job)) throw new DomainError("conflict", message("error.job-at-work"));
    await advanceJob(tx.db, kind, subject, tx.now);
    await recordAct(tx, { kind: "run-job", note: [kind, subject].filter(Boolean).join(" ") });
  });
}
