import { z } from "zod";

import { findMailsOfJobs, listFailedJobs, listGivenUpMails, listWaitingJobs } from "../../../core/jobs/list-jobs.ts";
import { runJobNow } from "../../../core/jobs/run-job-now.ts";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { JobsPage } from "./jobs-page.tsx";

const AMOUNT = 50;

/** NUL cannot be stored, so no job contains it. */
const Text = z
  .string()
  .max(500)
  .refine((text) => text.isWellFormed() && !text.includes("\0"));
const JobAfter = z.object({ runAt: z.number(), kind: Text, subject: Text });

async function jobsOf(visit: Visit, after: string | undefined) {
  const from = after === undefined ? undefined : decodeCursor(after, JobAfter);
  const { items, next } = await listWaitingJobs(visit.ctx, { amount: AMOUNT, after: from });
  // On the first page only.
  const failing = from ? [] : await listFailedJobs(visit.ctx);
  const givenUp = from ? [] : await listGivenUpMails(visit.ctx);
  const mails = await findMailsOfJobs(visit.ctx, [...failing, ...items]);
  return { failing, givenUp, mails, waiting: items, next: next && encodeCursor(next), after: after !== undefined };
}

const view = page({
  method: "GET",
  path: "/admin/jobs",
  access: "founder",
  input: z.object({ after: z.string().optional() }),
  handle: async (visit, { after }) => show(visit, <JobsPage frame={visit.frame} {...await jobsOf(visit, after)} />),
});

const run = page({
  method: "POST",
  path: "/admin/jobs/run",
  access: "founder",
  input: z.object({ kind: Text.catch(""), subject: Text.catch("") }),
  handle: async (visit, job) => {
    await runJobNow(visit.ctx, job);
    return goTo(visit, "/admin/jobs", "job-started");
  },
  again: async (visit, _, { sentence }) => (
    <JobsPage frame={visit.frame} {...await jobsOf(visit, undefined)} error={sentence} />
  ),
});

export const jobsPages: readonly WebRoute[] = [view, run];
