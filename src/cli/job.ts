import { isAtWork, listFailedJobs, listWaitingJobs } from "../core/jobs/list-jobs.ts";
import type { Job } from "../entities/job.ts";
import { reading, text, wholeNumber, type Command } from "./command.ts";
import { counted } from "./confirm.ts";
import { iso } from "./moment.ts";

const recordOf = (job: Job) => ({
  kind: job.kind,
  subject: job.subject,
  due: iso(job.runAt),
  running: isAtWork(job),
  attempts: job.attempts,
  error: job.error ?? null,
});

function lineOf(job: Job, now: number): string {
  const { kind, subject, runAt, attempts, error } = job;
  const when = isAtWork(job) ? "running now" : runAt <= now ? "due now" : iso(runAt)!;
  const failed = error === undefined ? "" : `  failed ${counted(attempts, "time")}: ${error}`;
  return `${when.padEnd(24)}  ${[kind, subject].filter(Boolean).join(" ")}${failed}`;
}

const list: Command = {
  name: "job list",
  args: "",
  summary: "list background jobs: those that failed, then the rest, next due first",
  details: "They need a running server. A failed one is tried again by itself; /admin/jobs runs any of them at once.",
  count: [0, 0],
  options: {
    failed: { type: "boolean", help: "only jobs whose last run failed" },
    amount: { type: "string", value: "N", help: "number of waiting jobs (default 50)" },
  },
  run: (call) => {
    const amount = wholeNumber("--amount", text(call.values, "amount") ?? "50", 1, 1000);
    return reading(call, async (_, ctx) => {
      const failed = await listFailedJobs(ctx);
      const waiting = call.values.failed ? [] : (await listWaitingJobs(ctx, { amount })).items;
      const jobs = [...failed, ...waiting];
      const none = call.values.failed ? "No job has failed." : "There are no jobs.";
      return { json: { jobs: jobs.map(recordOf) }, text: jobs.map((job) => lineOf(job, ctx.now)).join("\n") || none };
    });
  },
};

export const jobCommands = [list];
