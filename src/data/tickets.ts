import type { Selectable } from "kysely";

import type { Ticket } from "../entities/ticket.ts";
import type { Db } from "./schema.ts";
import type { TicketsTable } from "./tables/people.ts";

/** Invitations, password resets, passkey challenges, recovery codes. Each works once. */
export type TicketKind = "invites" | "resets" | "challenges" | "recoveries";

export const toTicket = (row: Omit<Selectable<TicketsTable>, "hash">): Ticket => ({
  userId: row.user_id ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export const ticketColumns = (hash: string, { userId, createdAt, expiresAt }: Ticket) => ({
  hash,
  user_id: userId ?? null,
  created_at: createdAt,
  expires_at: expiresAt,
});

export async function insertTicket(db: Db, kind: TicketKind, hash: string, ticket: Ticket): Promise<void> {
  await db.insertInto(kind).values(ticketColumns(hash, ticket)).execute();
}

export async function findTicket(db: Db, kind: TicketKind, hash: string, now: number): Promise<Ticket | undefined> {
  const query = db.selectFrom(kind).selectAll().where("hash", "=", hash).where("expires_at", ">", now);
  const row = await query.executeTakeFirst();
  return row && toTicket(row);
}

export async function hasTicket(db: Db, kind: TicketKind, hash: string): Promise<boolean> {
  return (await db.selectFrom(kind).select("hash").where("hash", "=", hash).executeTakeFirst()) !== undefined;
}

/** Deletes it: if two use it at once, one gets it. */
export async function useTicket(db: Db, kind: TicketKind, hash: string, now: number): Promise<Ticket | undefined> {
  const query = db.deleteFrom(kind).where("hash", "=", hash).where("expires_at", ">", now).returningAll();
  const row = await query.executeTakeFirst();
  return row && toTicket(row);
}

export async function deleteTicket(db: Db, kind: TicketKind, hash: string): Promise<void> {
  await db.deleteFrom(kind).where("hash", "=", hash).execute();
}

/** For kinds of which an account has only a few. */
export async function countTicketsOf(db: Db, kind: TicketKind, userId: string): Promise<number> {
  return (await db.selectFrom(kind).select("hash").where("user_id", "=", userId).execute()).length;
}

export async function deleteTicketsOf(db: Db, kind: TicketKind, userId: string): Promise<void> {
  await db.deleteFrom(kind).where("user_id", "=", userId).execute();
}

export async function deleteTicketsEndedBefore(db: Db, kind: TicketKind, now: number): Promise<void> {
  await db.deleteFrom(kind).where("expires_at", "<=", now).execute();
}
