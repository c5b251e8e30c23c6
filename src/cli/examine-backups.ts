import type { Config } from "../config.ts";
import { BACKUP_MS } from "../core/overview/read-overview.ts";
import { lastEndedBackup, lastGoodBackup } from "../data/backups.ts";
import type { BackupRecord } from "../entities/backup-record.ts";
import type { Db } from "../data/schema.ts";
import { requireApart } from "../storage/apart.ts";
import { openBackupPlace } from "../storage/open.ts";
import { bad, good, warning, type Check } from "./finding.ts";
import { iso } from "./moment.ts";

const ADVICE = "./guffaw backup FOLDER makes one, and GUFFAW_BACKUP_SCHEDULE one every night.";

/** Creates nothing. */
export async function examineBackups(config: Config, db: Db): Promise<Check[]> {
  const { schedule, to } = config.backup;
  if (!schedule || !to) return [await unscheduled(db)];
  requireApart(to, config);
  const place = openBackupPlace(to);
  const last = await lastEndedBackup(db, place.description);
  if (!last) return [await notThereYet(db, place.description)];
  const there = await place.begun();
  if (last.error !== undefined) return [bad(problemOf(last))];
  if (there.length === 0) return [bad(`There is no backup in ${place.description}, although one was made.`)];
  if (isOld(last)) return [bad(missed(last))];
  const how = last.verifiedAt === undefined ? "" : " and was restored on trial";
  return [good(`The last backup is from ${iso(last.createdAt)}${how}.`)];
}

/** The schedule is new, or its place is. */
async function notThereYet(db: Db, place: string): Promise<Check> {
  const elsewhere = await lastGoodBackup(db);
  if (!elsewhere) return good("No backup has been made yet; the server makes them by schedule.");
  if (isOld(elsewhere)) return bad(missed(elsewhere));
  return good(`No backup is in ${place} yet; the last one (${iso(elsewhere.createdAt)}) is in ${elsewhere.place}.`);
}

/** A site that is only being tried needs none, and others may be copied by other means. */
async function unscheduled(db: Db): Promise<Check> {
  const last = await lastEndedBackup(db);
  if (!last) return warning(`This site has no backup: ${ADVICE}`);
  if (last.error !== undefined) return warning(problemOf(last));
  return isOld(last) ? warning(`${dateOf(last)}: ${ADVICE}`) : good(`${dateOf(last)}.`);
}

const isOld = ({ createdAt }: BackupRecord) => createdAt < Date.now() - BACKUP_MS;
const dateOf = ({ createdAt }: BackupRecord) => `The last good backup is from ${iso(createdAt)}`;
const missed = (last: BackupRecord) => `${dateOf(last)}: is a server running at the scheduled time?`;
const problemOf = ({ createdAt, error }: BackupRecord) => `The last backup (${iso(createdAt)}) has a problem: ${error}`;
