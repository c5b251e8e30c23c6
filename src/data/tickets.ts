import type { Db, TicketRow } from "./schema.ts";

/** Invitations, resets of a password, challenges to passkeys, recovery codes: each good for one use. */
export type TicketKind = "invites" | "resets" | "challenges" | "recoveries";

export async function insertTicket(db: Db, kind: TicketKind, row: TicketRow): Promise<void> {
  await db.insertInto(kind).values(row).execute();
}

export const findTicket = (db: Db, kind: TicketKind, hash: string, now: number): Promise<TicketRow | undefined> =>
  db.selectFrom(kind).selectAll().where("hash", "=", hash).where("expires_at", ">", now).executeTakeFirst();

export async function hasTicket(db: Db, kind: TicketKind, hash: string): Promise<boolean> {
  return (await db.selectFrom(kind).select("hash").where("hash", "=", hash).executeTakeFirst()) !== undefined;
}

/** Takes it away: of two who use it at once, one gets it. */
export const useTicket = (db: Db, kind: TicketKind, hash: string, now: number): Promise<TicketRow | undefined> =>
  db.deleteFrom(kind).where("hash", "=", hash).where("expires_at", ">", now).returningAll().executeTakeFirst();

export async function deleteTicket(db: Db, kind: TicketKind, hash: string): Promise<void> {
  await db.deleteFrom(kind).where("hash", "=", hash).execute();
}

/** Of what one account has no more than a few of. */
export async function countTicketsOf(db: Db, kind: TicketKind, userId: string): Promise<number> {
  return (await db.selectFrom(kind).select("hash").where("user_id", "=", userId).execute()).length;
}

export async function deleteTicketsOf(db: Db, kind: TicketKind, userId: string): Promise<void> {
  await db.deleteFrom(kind).where("user_id", "=", userId).execute();
}

export async function deleteTicketsEndedBefore(db: Db, kind: TicketKind, now: number): Promise<void> {
  await db.deleteFrom(kind).where("expires_at", "<=", now).execute();
}
