import { lastEndedBackup, lastGoodBackup } from "../../data/backups.ts";
import { dialectOf } from "../../data/dialect.ts";
import { countFailures } from "../../data/failures.ts";
import { countFailingJobs } from "../../data/jobs.ts";
import { countFailedMails } from "../../data/mails.ts";
import type { BackupRecord } from "../../entities/backup-record.ts";
import { countHeld } from "../../data/held-memes.ts";
import type { ReplicaState } from "../../data/replicas.ts";
import type { Disk } from "../../disks.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Ctx } from "../ctx.ts";
import { withDeadline } from "../../deadline.ts";
import { readSiteRoom, type Room } from "../memes/quotas.ts";
import { requireFounder } from "../access.ts";
import { readStored, type Stored } from "../memes/stored-amount.ts";
import { daysLeft, readForecast } from "./forecast.ts";

const DAY_MS = 86_400_000;
const MIN_FREE = 1e9;
/** Counting stops here; the pages themselves show more. */
const MAX_COUNTED = 1000;
/** From here on, the trouble with a job is more than passing. */
export const MAX_ATTEMPTS = 3;
/** A week, and the time that a weekly backup may take. */
export const BACKUP_MS = 7.25 * DAY_MS;
/** Sweeps run, and count, once a day. */
const SWEEP_MS = 3 * DAY_MS;
const MIN_DAYS_LEFT = 30;
const PROBE_MS = 3000;
/** Share of the storage quota above which somebody should make room. */
const MAX_SHARE = 0.9;

export interface Overview {
  databaseName: string;
  databaseBytes: number;
  stored: Stored | undefined;
  /** Until a disk is full at the present rate, if that can be estimated. */
  daysLeft: number | undefined;
  /** Use of the storage quota, if there is one. */
  room: Room | undefined;
  failingJobs: number;
  /** In the last day. */
  failures: number;
  /** Mails given up in the last day. */
  failedMails: number;
  /** Complaint of the image storage, if any. */
  storage: string | undefined;
  /** Memes waiting for approval. */
  waiting: number;
  /** The last good one. */
  backup: BackupRecord | undefined;
  /** The last one that has ended. */
  lastBackup: BackupRecord | undefined;
  problems: Problem[];
}

/** Something that needs attention. */
export type Problem =
  | { kind: "disk"; disk: Disk }
  | { kind: "disk-soon"; days: number }
  | { kind: "ballast-spent" }
  | { kind: "room"; room: Room }
  | { kind: "jobs"; count: number }
  | { kind: "failures"; count: number }
  | { kind: "mails"; count: number }
  | { kind: "storage"; said: string }
  | { kind: "waiting"; count: number }
  | { kind: "no-backup" }
  | { kind: "old-backup"; at: number }
  | { kind: "bad-backup"; said: string }
  | { kind: "not-swept"; at: number }
  | { kind: "replica"; host: string }
  | { kind: "unknown-setting"; name: string };

/** What the program knows about its machine. */
export interface Machine {
  disks: Disk[];
  /** The disk is full, and the space reserved for deletions is in use. */
  ballastSpent: boolean;
  /** Copies of the database that this process reads from. */
  replicas: readonly ReplicaState[];
  /** Unknown settings. */
  unknown: string[];
}

/** Is everything well? */
export async function readOverview(ctx: Ctx, machine: Machine): Promise<Overview> {
  requireFounder(ctx.actor);
  const { db, now } = ctx;
  const dialect = dialectOf(db);
  const facts = {
    databaseName: dialect.name,
    databaseBytes: await dialect.size(db),
    stored: await readStored(ctx),
    daysLeft: daysLeft((await readForecast(ctx)).growth, machine.disks),
    room: await readSiteRoom(ctx),
    failingJobs: await countFailingJobs(db, MAX_ATTEMPTS, MAX_COUNTED),
    failures: await countFailures(db, now - DAY_MS, MAX_COUNTED),
    failedMails: await countFailedMails(db, now - DAY_MS, MAX_COUNTED),
    storage: await complaintOf(ctx.storage),
    waiting: await countHeld(db, "waiting", MAX_COUNTED),
    backup: await lastGoodBackup(db),
    lastBackup: await lastEndedBackup(db),
  };
  return { ...facts, problems: problemsOf(facts, machine, now) };
}

async function complaintOf(storage: Storage): Promise<string | undefined> {
  try {
    await withDeadline(storage.probe(), PROBE_MS, "The image storage");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function problemsOf(
  facts: Omit<Overview, "problems">,
  { disks, ballastSpent, replicas, unknown }: Machine,
  now: number,
): Problem[] {
  const { stored, daysLeft: left, room, failingJobs, failures, failedMails, storage, waiting, backup } = facts;
  const full = disks.filter(({ free }) => free < MIN_FREE);
  return [
    ...(ballastSpent ? [{ kind: "ballast-spent" as const }] : []),
    ...full.map((disk) => ({ kind: "disk" as const, disk })),
    ...(full.length === 0 && left !== undefined && left < MIN_DAYS_LEFT
      ? [{ kind: "disk-soon" as const, days: Math.floor(left) }]
      : []),
    ...(room && isNearlyFull(room) ? [{ kind: "room" as const, room }] : []),
    ...(storage === undefined ? [] : [{ kind: "storage" as const, said: storage }]),
    ...(failingJobs > 0 ? [{ kind: "jobs" as const, count: failingJobs }] : []),
    ...(failures > 0 ? [{ kind: "failures" as const, count: failures }] : []),
    ...(failedMails > 0 ? [{ kind: "mails" as const, count: failedMails }] : []),
    ...(waiting > 0 ? [{ kind: "waiting" as const, count: waiting }] : []),
    ...(backup ? [] : [{ kind: "no-backup" as const }]),
    ...(backup && backup.createdAt < now - BACKUP_MS ? [{ kind: "old-backup" as const, at: backup.createdAt }] : []),
    ...(facts.lastBackup?.error === undefined ? [] : [{ kind: "bad-backup" as const, said: facts.lastBackup.error }]),
    ...(stored && stored.at < now - SWEEP_MS ? [{ kind: "not-swept" as const, at: stored.at }] : []),
    ...replicas.flatMap(({ host, problem }) => (problem === undefined ? [] : [{ kind: "replica" as const, host }])),
    ...unknown.map((name) => ({ kind: "unknown-setting" as const, name })),
  ];
}

export const isNearlyFull = ({ used, max }: Room) => used > max * MAX_SHARE;
