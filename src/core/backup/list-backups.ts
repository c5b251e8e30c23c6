import * as backups from "../../data/backups.ts";
import { findJob } from "../../data/jobs.ts";
import type { BackupRecord } from "../../entities/backup-record.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { BACKUP_MS } from "../overview/read-overview.ts";
import { requireFounder } from "../access.ts";

/** The job that makes scheduled backups. */
export const MAKE_BACKUP = "make-backup";

export interface Backups extends Page<BackupRecord, number> {
  /** The newest that succeeded. */
  lastGood: BackupRecord | undefined;
  /** The newest that has ended. */
  last: BackupRecord | undefined;
  /** When the server makes the next one; undefined if it makes none. */
  nextAt: number | undefined;
  /** Another one is due. */
  overdue: boolean;
}

/** Newest first. */
export async function listBackups(ctx: Ctx, { amount, after }: { amount: number; after?: number }): Promise<Backups> {
  requireFounder(ctx.actor);
  const found = await backups.listBackups(ctx.db, { amount: amount + 1, after });
  const lastGood = await backups.lastGoodBackup(ctx.db);
  const overdue = !lastGood || lastGood.createdAt < ctx.now - BACKUP_MS;
  const last = await backups.lastEndedBackup(ctx.db);
  const nextAt = (await findJob(ctx.db, MAKE_BACKUP, ""))?.runAt;
  return { ...pageOf(found, amount, ({ id }) => id), lastGood, last, nextAt, overdue };
}
