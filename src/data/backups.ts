import type { BackupRecord } from "../entities/backup-record.ts";
import type { BackupRow, Db } from "./schema.ts";

const toRecord = (row: BackupRow): BackupRecord => ({
  id: row.id,
  place: row.place,
  rows: row.rows,
  images: row.images,
  bytes: row.bytes,
  error: row.error ?? undefined,
  createdAt: row.created_at,
  endedAt: row.ended_at ?? undefined,
  verifiedAt: row.verified_at ?? undefined,
});

/** Records a backup, which counts as running until finished. */
export async function insertBackup(db: Db, place: string, now: number): Promise<number> {
  const { id } = await db
    .insertInto("backups")
    .values({ place, rows: 0, images: 0, bytes: 0, error: null, created_at: now, ended_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Records how it ended: what the backup holds, and what went wrong, if anything. */
export async function finishBackup(
  db: Db,
  id: number,
  end: Pick<BackupRecord, "rows" | "images" | "bytes"> & { error?: string; endedAt: number; verifiedAt?: number },
): Promise<void> {
  const { rows, images, bytes, error = null, endedAt: ended_at, verifiedAt: verified_at = null } = end;
  await db
    .updateTable("backups")
    .set({ rows, images, bytes, error, ended_at, verified_at })
    .where("id", "=", id)
    .execute();
}

const BEYOND_ALL = 2 ** 31 - 1;

/** Newest first. */
export async function listBackups(
  db: Db,
  { amount, after = BEYOND_ALL }: { amount: number; after?: number },
): Promise<BackupRecord[]> {
  const query = db.selectFrom("backups").selectAll().where("id", "<", after).orderBy("id", "desc").limit(amount);
  return (await query.execute()).map(toRecord);
}

/** The newest that succeeded. */
export const lastGoodBackup = (db: Db): Promise<BackupRecord | undefined> =>
  newest(ended(db).where("error", "is", null));

/** The newest that has ended, well or not, anywhere or in this place. */
export const lastEndedBackup = (db: Db, place?: string): Promise<BackupRecord | undefined> =>
  newest(place === undefined ? ended(db) : ended(db).where("place", "=", place));

const ended = (db: Db) => db.selectFrom("backups").selectAll().where("ended_at", "is not", null);

async function newest(query: ReturnType<typeof ended>): Promise<BackupRecord | undefined> {
  const row = await query.orderBy("id", "desc").limit(1).executeTakeFirst();
  return row && toRecord(row);
}

/** Whether this database has a row for the backup begun at this time. */
export async function hasBackupOf(db: Db, madeAt: number): Promise<boolean> {
  const row = await db.selectFrom("backups").select("id").where("created_at", "=", madeAt).limit(1).executeTakeFirst();
  return row !== undefined;
}
