import { first, prepared } from "./prepared.ts";
import type { Db, SessionRow } from "./schema.ts";

const byHash = prepared((db, hash: string) => db.selectFrom("sessions").selectAll().where("hash", "=", hash));

export const findSession = async (db: Db, hash: string) => first(byHash(db, hash));

/** Those used since, last used first. */
export const listSessions = (db: Db, userId: string, since: number): Promise<SessionRow[]> =>
  db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("seen_at", ">=", since)
    .orderBy("seen_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** Those used since, up to so many. */
export async function countSessions(
  db: Db,
  userId: string,
  { since, most }: { since: number; most: number },
): Promise<number> {
  const query = db.selectFrom("sessions").select("id").where("user_id", "=", userId).where("seen_at", ">=", since);
  return (await query.limit(most).execute()).length;
}

export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insertInto("sessions").values(row).execute();
}

export async function touchSession(db: Db, id: string, seen_at: number): Promise<void> {
  await db.updateTable("sessions").set({ seen_at }).where("id", "=", id).execute();
}

export async function updateProof(db: Db, id: string, proven_at: number): Promise<void> {
  await db.updateTable("sessions").set({ proven_at }).where("id", "=", id).execute();
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom("sessions").where("hash", "=", hash).execute();
}

/** One of a person's, or, without an id, all but one. */
export async function deleteSessions(db: Db, userId: string, which: { id?: string; except?: string }): Promise<number> {
  let query = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (which.id !== undefined) query = query.where("id", "=", which.id);
  if (which.except !== undefined) query = query.where("id", "<>", which.except);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteSessionsSeenBefore(db: Db, ms: number): Promise<void> {
  await db.deleteFrom("sessions").where("seen_at", "<", ms).execute();
}

export async function isDeviceOf(db: Db, hash: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom("devices")
    .select("hash")
    .where("hash", "=", hash)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Each time that somebody signs in there, it counts as new. */
export async function insertDevice(db: Db, hash: string, userId: string, created_at: number): Promise<void> {
  await db
    .insertInto("devices")
    .values({ hash, user_id: userId, created_at })
    .onConflict((c) => c.columns(["hash", "user_id"]).doUpdateSet({ created_at }))
    .execute();
}

export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("devices").where("user_id", "=", userId).execute();
}

export async function deleteDevicesOlderThan(db: Db, ms: number): Promise<void> {
  await db.deleteFrom("devices").where("created_at", "<", ms).execute();
}
