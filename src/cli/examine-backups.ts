import type { Config } from "../config.ts";
import { BACKUP_MS } from "../core/overview/read-overview.ts";
import { lastEndedBackup, lastGoodBackup } from "../data/backups.ts";
import type { Db } from "../data/schema.ts";
import { requireApart } from "../storage/apart.ts";
import { openBackupPlace } from "../storage/open.ts";
import { bad, good, type Check } from "./finding.ts";
import { iso } from "./moment.ts";

/** Only if the server makes backups; others may be in cron, or elsewhere. Creates nothing. */
export async function examineBackups(config: Config, db: Db): Promise<Check[]> {
  const { schedule, to } = config.backup;
  if (!schedule || !to) return [];
  requireApart(to, config);
  const [last, lastGood] = [await lastEndedBackup(db), await lastGoodBackup(db)];
  if (!last) return [good("No backup has been made yet; the server makes them by schedule.")];
  const place = openBackupPlace(to);
  const there = await place.begun();
  if (last.error !== undefined) return [bad(`The last backup (${iso(last.createdAt)}) has a problem: ${last.error}`)];
  if (there.length === 0) return [bad(`There is no backup in ${place.description}, although one was made.`)];
  if (!lastGood || lastGood.createdAt < Date.now() - BACKUP_MS)
    return [bad(`The last good backup is from ${iso(last.createdAt)}: is a server running at the scheduled time?`)];
  const how = lastGood.verifiedAt === undefined ? "" : " and was restored on trial";
  return [good(`The last backup is from ${iso(lastGood.createdAt)}${how}.`)];
}
