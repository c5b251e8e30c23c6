import { listFailingJobs, listJobs, type JobCursor } from "../../data/jobs.ts";
import { findMailsOfAccounts, listFailedMails, type MailOfAccount } from "../../data/mails.ts";
import type { Job } from "../../entities/job.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { SEND_MAIL } from "../mails/queue-mail.ts";
import { requireFounder } from "../access.ts";

const MAX_FAILING = 50;

/** Begun, and neither finished nor failed. A job that failed before may be running too; nobody can tell. */
export const isAtWork = ({ attempts, error }: Job) => attempts > 0 && error === undefined;

/** Jobs whose last run failed, most attempts first. */
export function listFailedJobs(ctx: Ctx): Promise<Job[]> {
  requireFounder(ctx.actor);
  return listFailingJobs(ctx.db, 1, MAX_FAILING);
}

/** Mails that were given up, newest first. */
export function listGivenUpMails(ctx: Ctx): Promise<MailOfAccount[]> {
  requireFounder(ctx.actor);
  return listFailedMails(ctx.db, MAX_FAILING);
}

/** The mails that these jobs send, by mail id. */
export async function findMailsOfJobs(ctx: Ctx, jobs: readonly Job[]): Promise<Map<string, MailOfAccount>> {
  requireFounder(ctx.actor);
  const ids = jobs.filter(({ kind }) => kind === SEND_MAIL).map(({ subject }) => subject);
  return new Map((await findMailsOfAccounts(ctx.db, ids)).map((mail) => [mail.id, mail]));
}

/** All other waiting jobs, next due first. */
export async function listWaitingJobs(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: JobCursor },
): Promise<Page<Job, JobCursor>> {
  requireFounder(ctx.actor);
  const found = await listJobs(ctx.db, { amount: amount + 1, after });
  return pageOf(found, amount, ({ runAt, kind, subject }) => ({ runAt, kind, subject }));
}
