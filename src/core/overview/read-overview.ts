import { lastGoodBackup } from "../../data/backups.ts";
import { dialectOf } from "../../data/dialect.ts";
import { countFailures } from "../../data/failures.ts";
import { countFailingJobs } from "../../data/jobs.ts";
import { countFailedMails } from "../../data/mails.ts";
import type { BackupRecord } from "../../entities/backup-record.ts";
import { countHeld } from "../../data/memes.ts";
import type { Disk } from "../../disks.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Ctx } from "../ctx.ts";
import { withDeadline } from "../../deadline.ts";
import { readSiteRoom, type Room } from "../memes/quotas.ts";
import { requireFounder } from "../access.ts";
import { readStored, type StoredAmount } from "../memes/stored-amount.ts";

const DAY_MS = 86_400_000;
const MIN_FREE = 1e9;
/** Counted no further: more is told by the pages themselves. */
const MOST = 1000;
/** From then on a job has more than a passing trouble. */
export const MAX_ATTEMPTS = 3;
export const BACKUP_MS = 7 * DAY_MS;
/** It is swept, and counted, once a day. */
const SWEEP_MS = 3 * DAY_MS;
const MIN_DAYS_LEFT = 30;
const PROBE_MS = 3000;
/** Of the storage that memes may use: from then on somebody should make more room. */
const MAX_SHARE = 0.9;

export interface Overview {
  databaseName: string;
  databaseBytes: number;
  stored: StoredAmount | undefined;
  /** Of the storage that memes may use, where that is limited. */
  room: Room | undefined;
  failingJobs: number;
  /** Within a day. */
  failures: number;
  /** Mails that were given up within a day. */
  failedMails: number;
  /** What the storage of the images complains of. */
  storage: string | undefined;
  /** Memes that staff has yet to approve of. */
  waiting: number;
  backup: BackupRecord | undefined;
  problems: Problem[];
}

/** What somebody should do something about. */
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
  | { kind: "not-swept"; at: number }
  | { kind: "unknown-setting"; name: string };

/** What the program knows of the machine it runs on. */
export interface Machine {
  disks: Disk[];
  /** The disk is full, and what was held back for deletions is in use. */
  ballastSpent: boolean;
  /** Settings that mean nothing. */
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
    room: await readSiteRoom(ctx),
    failingJobs: await countFailingJobs(db, MAX_ATTEMPTS, MOST),
    failures: await countFailures(db, now - DAY_MS, MOST),
    failedMails: await countFailedMails(db, now - DAY_MS, MOST),
    storage: await complaintOf(ctx.storage),
    waiting: await countHeld(db, "waiting", MOST),
    backup: await lastGoodBackup(db),
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
  { disks, ballastSpent, unknown }: Machine,
  now: number,
): Problem[] {
  const { stored, room, failingJobs, failures, failedMails, storage, waiting, backup } = facts;
  const full = disks.filter(({ free }) => free < MIN_FREE);
  const left = daysLeft(stored, disks);
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
    ...(stored && stored.at < now - SWEEP_MS ? [{ kind: "not-swept" as const, at: stored.at }] : []),
    ...unknown.map((name) => ({ kind: "unknown-setting" as const, name })),
  ];
}

export const isNearlyFull = ({ used, most }: Room) => used > most * MAX_SHARE;

/** Until the disk of the images is full, if they go on as they did; undefined where that cannot be told. */
export function daysLeft(stored: StoredAmount | undefined, disks: readonly Disk[]): number | undefined {
  const disk = disks.find(({ images }) => images);
  if (!disk || stored?.growth === undefined || stored.growth <= 0) return undefined;
  return disk.free / stored.growth;
}
