import { listBackups } from "../../data/backups.ts";
import { listFailures } from "../../data/failures.ts";
import { listFailingJobs } from "../../data/jobs.ts";
import { listFailedMails } from "../../data/mails.ts";
import { requireFounder } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** Of each kind. */
const MAX_FAILED = 3;
const BACKUPS = 30;
const MIN_ATTEMPTS = 1;

/** Something that went wrong. `at` is unknown for jobs, which are tried again until they succeed. */
export type Failed =
  | { kind: "request"; at: number; request: string; route: string; error: string }
  | { kind: "job"; at: undefined; job: string; error: string }
  | { kind: "mail"; at: number | undefined; error: string }
  | { kind: "backup"; at: number; place: string; error: string };

/** What failed lately, whatever it was: jobs first, then the newest first. */
export async function listFailed(ctx: Ctx): Promise<Failed[]> {
  requireFounder(ctx.actor);
  const { db } = ctx;
  const jobs = await listFailingJobs(db, MIN_ATTEMPTS, MAX_FAILED);
  const backups = (await listBackups(db, { amount: BACKUPS })).filter(({ error }) => error !== undefined);
  const others: Failed[] = [
    ...(await listFailures(db, { amount: MAX_FAILED })).map(({ createdAt: at, request, route, error }) => ({
      kind: "request" as const,
      at,
      request,
      route,
      error,
    })),
    ...(await listFailedMails(db, MAX_FAILED)).map(({ failedAt: at, error = "" }) => ({
      kind: "mail" as const,
      at,
      error,
    })),
    ...backups.slice(0, MAX_FAILED).map(({ createdAt: at, place, error = "" }) => ({
      kind: "backup" as const,
      at,
      place,
      error,
    })),
  ];
  return [
    ...jobs.map(({ kind: job, error = "" }) => ({ kind: "job" as const, at: undefined, job, error })),
    ...others.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)),
  ];
}
