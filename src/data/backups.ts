import type { BackupRow, Db } from "./schema.ts";

/** Notes that a copy is being made; it is under way until it is finished. */
export async function insertBackup(db: Db, place: string, now: number): Promise<number> {
  const { id } = await db
    .insertInto("backups")
    .values({ place, rows: 0, images: 0, bytes: 0, error: null, created_at: now, ended_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** How it ended: what the copy holds, and what went wrong, if anything did. */
export async function finishBackup(
  db: Db,
  id: number,
  end: Pick<BackupRow, "rows" | "images" | "bytes"> & { error?: string | undefined; endedAt: number },
): Promise<void> {
  const { rows, images, bytes, error = null, endedAt: ended_at } = end;
  await db.updateTable("backups").set({ rows, images, bytes, error, ended_at }).where("id", "=", id).execute();
}

const BEYOND_ALL = 2 ** 31 - 1;

/** Newest first. */
export const listBackups = (
  db: Db,
  { amount, after = BEYOND_ALL }: { amount: number; after?: number },
): Promise<BackupRow[]> =>
  db.selectFrom("backups").selectAll().where("id", "<", after).orderBy("id", "desc").limit(amount).execute();

/** The newest that ended well. */
export const lastGoodBackup = (db: Db): Promise<BackupRow | undefined> =>
  db
    .selectFrom("backups")
    .selectAll()
    .where("ended_at", "is not", null)
    .where("error", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Whether this database has noted a backup that was begun then. */
export async function hasBackupOf(db: Db, madeAt: number): Promise<boolean> {
  const row = await db.selectFrom("backups").select("id").where("created_at", "=", madeAt).limit(1).executeTakeFirst();
  return row !== undefined;
}
