import { MAX_ATTEMPTS } from "../../core/overview/read-overview.ts";
import { lastEndedBackup, lastGoodBackup } from "../../data/backups.ts";
import { readCounters } from "../../data/counters.ts";
import { dialectOf } from "../../data/dialect.ts";
import { countFailingJobs } from "../../data/jobs.ts";
import { withDeadline } from "../../deadline.ts";
import { disksOf, type Disk } from "../../disks.ts";
import type { Services } from "../../services.ts";
import { by, single, type Family } from "./families.ts";

/** However often somebody scrapes, these are read once in this time. */
const FRESH_MS = 60_000;
/** A scrape waits no longer for a database or disk that does not answer. */
const PATIENCE_MS = 3000;
/** Counting stops here. */
const MAX_COUNTED = 1000;

/**
 * Figures of the whole site, whichever process is asked. If they cannot be read, there are none: an old one would look
 * like a good one.
 */
export class SiteFigures {
  #readAt = -Infinity;
  #figures: Promise<Family[]> | undefined;

  constructor(private services: Services) {}

  read(): Promise<Family[]> {
    const now = performance.now();
    if (this.#figures && now - this.#readAt < FRESH_MS) return this.#figures;
    this.#readAt = now;
    return (this.#figures = this.#read());
  }

  async #read(): Promise<Family[]> {
    const parts = [() => disks(this.services), () => sizes(this.services), () => work(this.services)];
    const read = parts.map(async (part) => {
      try {
        return await withDeadline(part(), PATIENCE_MS, "The database or disk");
      } catch (error) {
        this.services.log.warn("could not read some figures for /metrics", { error: String(error) });
        return [];
      }
    });
    return (await Promise.all(read)).flat();
  }
}

async function disks({ config, database }: Services): Promise<Family[]> {
  const found = await disksOf(config);
  const family = (name: string, help: string, value: (disk: Disk) => number): Family => ({
    name,
    type: "gauge",
    help,
    samples: found.map((disk) => ({ labels: `holds="${holds(disk)}"`, value: value(disk) })),
  });
  const isSpent = database.ballast?.state() === "spent";
  return [
    family("guffaw_disk_free_bytes", "Free space on the disks that hold our data.", ({ free }) => free),
    family("guffaw_disk_size_bytes", "Size of the disks that hold our data.", ({ size }) => size),
    single("guffaw_disk_ballast_spent", "gauge", "1 while the disk is full and only deleting works.", isSpent ? 1 : 0),
  ];
}

const holds = ({ database, images }: Disk) =>
  [database && "database", images && "pictures"].filter(Boolean).join(" and ");

async function sizes({ database: { db } }: Services): Promise<Family[]> {
  const [bytes, counters] = await Promise.all([dialectOf(db).size(db), readCounters(db)]);
  const memes = Object.entries(counters).filter(([name]) => name.startsWith("memes:"));
  const shown = memes.reduce((sum, [, count]) => sum + count, 0);
  return [
    single("guffaw_database_size_bytes", "gauge", "Size of the database.", bytes),
    single("guffaw_pictures_size_bytes", "gauge", "Size of all stored image files of memes.", counters.bytes),
    single("guffaw_memes", "gauge", "Memes that people can see.", shown),
    single("guffaw_users", "gauge", "Accounts.", counters.users),
  ];
}

async function work({ database: { db } }: Services): Promise<Family[]> {
  const [failing, good, last] = await Promise.all([
    countFailingJobs(db, MAX_ATTEMPTS, MAX_COUNTED),
    lastGoodBackup(db),
    lastEndedBackup(db),
  ]);
  const goodAt = (good?.createdAt ?? 0) / 1000;
  const failed = last?.error === undefined ? 0 : 1;
  return [
    single("guffaw_jobs_failing", "gauge", `Jobs that have failed at least ${MAX_ATTEMPTS} times in a row.`, failing),
    single("guffaw_backup_last_success_timestamp_seconds", "gauge", LAST_BACKUP, goodAt),
    single("guffaw_backup_last_failed", "gauge", "1 if the last backup failed.", failed),
    by("content", "guffaw_backup_last_success_size", "gauge", "What the last good backup holds.", {
      rows: good?.rows ?? 0,
      image_files: good?.images ?? 0,
    }),
  ];
}

const LAST_BACKUP = "When the last good backup began; 0 if there is none.";
