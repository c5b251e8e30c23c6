import type { ConfirmationRow, Db } from "./schema.ts";

export async function insertConfirmation(db: Db, row: ConfirmationRow): Promise<void> {
  await db.insertInto("confirmations").values(row).execute();
}

export const findConfirmation = (db: Db, hash: string, now: number): Promise<ConfirmationRow | undefined> =>
  db.selectFrom("confirmations").selectAll().where("hash", "=", hash).where("expires_at", ">", now).executeTakeFirst();

/** Takes it away: of two who use it at once, one gets it. */
export const useConfirmation = (db: Db, hash: string, now: number): Promise<ConfirmationRow | undefined> =>
  db
    .deleteFrom("confirmations")
    .where("hash", "=", hash)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();

export async function deleteConfirmationsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("confirmations").where("user_id", "=", userId).execute();
}

export async function deleteConfirmation(db: Db, hash: string): Promise<void> {
  await db.deleteFrom("confirmations").where("hash", "=", hash).execute();
}

export async function deleteConfirmationsEndedBefore(db: Db, now: number): Promise<void> {
  await db.deleteFrom("confirmations").where("expires_at", "<=", now).execute();
}
