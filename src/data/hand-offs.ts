import type { Db, HandOffRow } from "./schema.ts";

export async function insertHandOff(db: Db, row: HandOffRow): Promise<void> {
  await db.insertInto("hand_offs").values(row).execute();
}

export const findHandOff = (db: Db, hash: string, now: number): Promise<HandOffRow | undefined> =>
  db.selectFrom("hand_offs").selectAll().where("hash", "=", hash).where("expires_at", ">", now).executeTakeFirst();

/** Takes it away: of two who come with it, one gets it. */
export const takeHandOff = (db: Db, hash: string, now: number): Promise<HandOffRow | undefined> =>
  db.deleteFrom("hand_offs").where("hash", "=", hash).where("expires_at", ">", now).returningAll().executeTakeFirst();

export async function deleteHandOffsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("hand_offs").where("user_id", "=", userId).execute();
}

export async function deleteHandOffsEndedBefore(db: Db, now: number): Promise<void> {
  await db.deleteFrom("hand_offs").where("expires_at", "<=", now).execute();
}
