import type { Selectable } from "kysely";

import type { Session } from "../entities/session.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { SessionsTable } from "./tables/people.ts";

const toSession = (row: Selectable<SessionsTable>): Session => ({
  id: row.id,
  userId: row.user_id,
  agent: row.agent,
  createdAt: row.created_at,
  seenAt: row.seen_at,
  provenAt: row.proven_at,
});

const byHash = prepared(
  (db, hash: string) => db.selectFrom("sessions").selectAll().where("hash", "=", hash),
  toSession,
);

export const findSession = async (db: Db, hash: string) => first(byHash(db, hash));

/** Used since a time, last used first. */
export async function listSessions(db: Db, userId: string, since: number): Promise<Session[]> {
  const rows = await db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("seen_at", ">=", since)
    .orderBy("seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(toSession);
}

/** Used since a time, up to `max`. */
export async function countSessions(
  db: Db,
  userId: string,
  { since, max }: { since: number; max: number },
): Promise<number> {
  const query = db.selectFrom("sessions").select("id").where("user_id", "=", userId).where("seen_at", ">=", since);
  return (await query.limit(max).execute()).length;
}

/** `hash` is the SHA-256 of the token in hex. */
export async function insertSession(db: Db, session: Session, hash: string): Promise<void> {
  const columns = {
    id: session.id,
    user_id: session.userId,
    hash,
    agent: session.agent,
    created_at: session.createdAt,
    seen_at: session.seenAt,
    proven_at: session.provenAt,
  };
  await db.insertInto("sessions").values(columns).execute();
}

export async function touchSession(db: Db, id: string, seenAt: number): Promise<void> {
  await db.updateTable("sessions").set({ seen_at: seenAt }).where("id", "=", id).execute();
}

export async function updateProof(db: Db, id: string, provenAt: number): Promise<void> {
  await db.updateTable("sessions").set({ proven_at: provenAt }).where("id", "=", id).execute();
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom("sessions").where("hash", "=", hash).execute();
}

/** Deletes one of a person's sessions or, without an id, all but one. */
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

/** Each sign-in renews it. */
export async function insertDevice(db: Db, hash: string, userId: string, createdAt: number): Promise<void> {
  await db
    .insertInto("devices")
    .values({ hash, user_id: userId, created_at: createdAt })
    .onConflict((c) => c.columns(["hash", "user_id"]).doUpdateSet({ created_at: createdAt }))
    .execute();
}

export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("devices").where("user_id", "=", userId).execute();
}

export async function deleteDevicesOlderThan(db: Db, ms: number): Promise<void> {
  await db.deleteFrom("devices").where("created_at", "<", ms).execute();
}
