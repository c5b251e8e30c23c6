import { nextTime } from "../config/backup.ts";
import { MAKE_BACKUP } from "../core/backup/list-backups.ts";
import { backUpInOwnProcess } from "../processes/backup-process.ts";
import { RetryAt, type JobKind } from "./job-kind.ts";

const HOUR = 3_600_000;

/** The next run is in the table, so a time that was missed while nothing ran is made up for once. */
export const makeBackupJob: JobKind = {
  name: MAKE_BACKUP,
  lane: "backups",
  nextAt: ({ backup: { schedule } }, now) => schedule && nextTime(schedule, now),
  maxRetryMs: HOUR,
  async run({ config, log, signal }) {
    const { problem, ...made } = await backUpInOwnProcess(config, signal);
    // It is made, as well as it could be: another one now would have the same flaw.
    if (problem !== undefined) throw new RetryAt(problem, nextTime(config.backup.schedule!, Date.now()));
    log.info("backup made and verified", made);
  },
};
