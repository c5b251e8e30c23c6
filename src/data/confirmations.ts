import type { Selectable } from "kysely";

import type { Confirmation } from "../entities/ticket.ts";
import type { ConfirmationsTable } from "./tables/people.ts";
import type { Db } from "./schema.ts";
import { ticketColumns, toTicket } from "./tickets.ts";

const toConfirmation = (row: Selectable<ConfirmationsTable>): Confirmation => ({
  ...toTicket(row),
  userId: row.user_id,
  email: row.email,
});

export async function insertConfirmation(db: Db, hash: string, confirmation: Confirmation): Promise<void> {
  const { userId, email } = confirmation;
  await db
    .insertInto("confirmations")
    .values({ ...ticketColumns(hash, confirmation), user_id: userId, email })
    .execute();
}

export async function findConfirmation(db: Db, hash: string, now: number): Promise<Confirmation | undefined> {
  const query = db.selectFrom("confirmations").selectAll().where("hash", "=", hash).where("expires_at", ">", now);
  const row = await query.executeTakeFirst();
  return row && toConfirmation(row);
}

/** Deletes it: if two use it at once, one gets it. False if it is gone. */
export async function useConfirmation(db: Db, hash: string, now: number): Promise<boolean> {
  const query = db.deleteFrom("confirmations").where("hash", "=", hash).where("expires_at", ">", now);
  return (await query.executeTakeFirst()).numDeletedRows === 1n;
}

export async function deleteConfirmationsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("confirmations").where("user_id", "=", userId).execute();
}

export async function deleteConfirmation(db: Db, hash: string): Promise<void> {
  await db.deleteFrom("confirmations").where("hash", "=", hash).execute();
}

export async function deleteConfirmationsEndedBefore(db: Db, now: number): Promise<void> {
  await db.deleteFrom("confirmations").where("expires_at", "<=", now).execute();
}
