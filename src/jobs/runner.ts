import { addresses, type Addresses } from "../config.ts";
import { inTransaction } from "../core/ctx.ts";
import { DiskFullError } from "../data/ballast.ts";
import { dialectOf } from "../data/dialect.ts";
import { disksOf } from "../disks.ts";
import {
  advanceJob,
  claimDueJob,
  enqueueJob,
  failJob,
  finishJob,
  forgetJob,
  keepJob,
  LEASE_MS,
  pullBackJobs,
  repeatJob,
} from "../data/jobs.ts";
import { isScheduled } from "../data/nodes.ts";
import type { Db } from "../data/schema.ts";
import { SiteMoved } from "../data/site-moved.ts";
import type { Job } from "../entities/job.ts";
import { contextOf, type Services } from "../services.ts";
import { RetryAt, type JobKind } from "./job-kind.ts";
import { LAST_RETRY_MS, latestTime } from "./latest-time.ts";
import { KINDS } from "./kinds.ts";

const WAKE_MS = 1000;
/** Nobody has run a job that is overdue for this long, and nobody will. */
const ABANDONED_MS = 86_400_000;
const FIRST_RETRY_MS = 5000;
const MAX_ERROR = 500;

export interface Runner {
  /** Waits for the running job. */
  stop(): Promise<void>;
}

export interface RunOptions {
  /** The site's public addresses. */
  where?: Addresses;
  signal?: AbortSignal;
  kinds?: readonly JobKind[];
}

/** Runs due jobs, about every second. All processes on one database share its jobs. */
export async function startRunner(services: Services, options: Pick<RunOptions, "where"> = {}): Promise<Runner> {
  const { database } = services;
  const schedules = kindsOf(services).filter(({ nextAt }) => nextAt);
  await services.node?.tell({ schedules: schedules.map(({ name }) => name) });
  for (const kind of KINDS) await dialectOf(database.db).evenWhenFull(() => schedule(services, kind));
  const stopping = new AbortController();
  const { signal } = stopping;
  const lanes = Map.groupBy(kindsOf(services), ({ lane }) => lane);
  const loops = [...lanes.values()].flatMap((kinds) =>
    copiesOf(kinds).map((copy) => startLoop(services, { ...options, signal, kinds: copy })),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** One for each loop of the lane. One of them looks for all. */
function copiesOf(kinds: readonly JobKind[]): (readonly JobKind[])[] {
  const more = Math.max(...kinds.map(({ atOnce = 1 }) => atOnce)) - 1;
  const others = kinds.map((kind) => ({ ...kind, look: undefined }));
  return [kinds, ...Array.from({ length: more }, () => others)];
}

/** Leaves a job that is already waiting as it is, unless its time is later than it should be now. */
async function schedule({ database: { db }, config, clock }: Services, kind: JobKind) {
  const { name, recurring, nextAt } = kind;
  if (!nextAt) {
    const first = clock() + (recurring?.firstAfterMs ?? 0);
    await pullBackJobs(db, name, latestTime(kind, config, clock()), first);
    if (recurring) await enqueueJob(db, name, "", first);
    return;
  }
  const at = nextAt(config, clock());
  if (at === undefined) return unschedule(db, name, clock());
  await enqueueJob(db, name, "", at);
  // One that is running has a lease, which ends sooner.
  await advanceJob(db, name, "", at, at + LEASE_MS);
}

/**
 * Other nodes may have the schedule that this one lacks. If they are only restarting, a job that is due or has failed
 * waits for them.
 */
async function unschedule(db: Db, name: string, now: number) {
  if (await isScheduled(db, name, Date.now())) return;
  await forgetJob(db, name, "", { dueAfter: now + LEASE_MS, dueBefore: now - ABANDONED_MS });
}

/** Those that are scheduled here, if they need to be. */
const kindsOf = ({ config, clock }: Services) =>
  KINDS.filter(({ nextAt }) => !nextAt || nextAt(config, clock()) !== undefined);

function startLoop(services: Services, options: RunOptions & { signal: AbortSignal }): Runner {
  let timer: Timer | undefined;
  const wake = async () => {
    try {
      await runDueJobs(services, options);
    } catch (error) {
      services.log.warn("could not look for jobs", { error: messageOf(error) });
      if (error instanceof SiteMoved) return; // they are done where it is now
    }
    if (options.signal.aborted) return;
    timer = setTimeout(() => (working = wake()), WAKE_MS);
    timer.unref();
  };
  let working = wake();
  return {
    async stop() {
      clearTimeout(timer);
      await working;
    },
  };
}

/** Runs all due jobs, one after another. On a full disk, only those that free space. */
export async function runDueJobs(services: Services, options: RunOptions = {}): Promise<void> {
  const { signal = new AbortController().signal, kinds = kindsOf(services) } = options;
  const where = { ...(options.where ?? addresses(services.config, services.config.port)), pictures: services.pictures };
  for (const { name, look } of kinds) await look?.(contextOf(services, { kind: "system", job: name }));
  try {
    await runKinds(services, kinds, { signal, where });
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
    const freeing = kinds.filter(({ frees }) => frees);
    await dialectOf(services.database.db).evenWhenFull(() => runKinds(services, freeing, { signal, where }));
  }
}

interface Running {
  signal: AbortSignal;
  where: Addresses;
}

async function runKinds(services: Services, all: readonly JobKind[], running: Running): Promise<void> {
  const kinds = new Map(all.map((kind) => [kind.name, kind]));
  while (!running.signal.aborted) {
    const now = services.clock();
    const job = await claimDueJob(services.database.db, [...kinds.keys()], now, now + LEASE_MS);
    if (!job) return;
    const done = await runJob(services, kinds.get(job.kind)!, job, running);
    // The next job of this kind would most likely fail too, and keep all other kinds waiting.
    if (!done) kinds.delete(job.kind);
  }
}

async function runJob(services: Services, kind: JobKind, job: Job, { signal, where }: Running): Promise<boolean> {
  const { config, database, clock, log, mailer, tally } = services;
  const { subject, attempts, error: trouble } = job;
  const deaths = trouble === undefined ? attempts - 1 : 0;
  const startedAt = performance.now();
  using run = services.jobTimes.begin(kind.name);
  try {
    const ctx = contextOf(services, { kind: "system", job: kind.name });
    const disks = () => disksOf(config);
    await services.cache.look();
    const call = { ctx, subject, deaths, config, log, signal, addresses: where, mailer, disks };
    await keepingLease(services, job, () => kind.run(call));
  } catch (error) {
    if (error === signal.reason) await repeatJob(database.db, kind.name, subject, clock());
    else {
      run.failed = true;
      await putOff(services, kind, job, error);
    }
    return false;
  }
  await endJob(services, kind, subject);
  tally.jobs.done++;
  log.debug("job done", { kind: kind.name, subject, ms: Math.round(performance.now() - startedAt) });
  return true;
}

async function endJob(services: Services, { name, recurring, nextAt, again }: JobKind, subject: string) {
  const { config, clock } = services;
  const end = async (db: Db, next: number | undefined) => {
    if (next !== undefined) await repeatJob(db, name, subject, next);
    else await finishJob(db, name, subject);
  };
  if (!again) return end(services.database.db, recurring ? clock() + recurring.everyMs : nextAt?.(config, clock()));
  const ctx = contextOf(services, { kind: "system", job: name });
  return inTransaction(ctx, async (tx) => end(tx.db, await again(tx, subject)));
}

async function putOff(services: Services, kind: JobKind, { subject, attempts }: Job, thrown: unknown) {
  const { database, clock, log, tally } = services;
  const wait = Math.min(FIRST_RETRY_MS * 3 ** (attempts - 1), kind.maxRetryMs ?? LAST_RETRY_MS);
  const [error, at] = [messageOf(thrown), thrown instanceof RetryAt ? thrown.at : clock() + wait];
  tally.jobs.failed++;
  log.warn("a job failed", { kind: kind.name, subject, attempts, error });
  await failJob(database.db, kind.name, subject, error.slice(0, MAX_ERROR), at);
}

/** Renews the lease of a long job, so that nobody else starts it. */
async function keepingLease({ database, clock }: Services, job: Job, work: () => Promise<void>): Promise<void> {
  let held: Job | undefined = job;
  const keep = async () => {
    if (held) held = await keepJob(database.db, held, clock() + LEASE_MS).catch(() => held);
  };
  const timer = setInterval(keep, LEASE_MS / 4);
  timer.unref();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
