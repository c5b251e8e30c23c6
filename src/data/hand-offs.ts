import type { Selectable } from "kysely";

import type { HandOff } from "../entities/ticket.ts";
import type { Db } from "./schema.ts";
import type { HandOffsTable } from "./tables/people.ts";
import { ticketColumns, toTicket } from "./tickets.ts";

const toHandOff = (row: Selectable<HandOffsTable>): HandOff => ({
  ...toTicket(row),
  service: row.service,
  kept: row.kept,
});

/** `hash` is that of the state, or of the secret the browser returns with. */
export async function insertHandOff(db: Db, hash: string, handOff: HandOff): Promise<void> {
  const { service, kept } = handOff;
  await db
    .insertInto("hand_offs")
    .values({ ...ticketColumns(hash, handOff), service, kept })
    .execute();
}

export async function findHandOff(db: Db, hash: string, now: number): Promise<HandOff | undefined> {
  const query = db.selectFrom("hand_offs").selectAll().where("hash", "=", hash).where("expires_at", ">", now);
  const row = await query.executeTakeFirst();
  return row && toHandOff(row);
}

/** Deletes it: if two come with it, one gets it. */
export async function takeHandOff(db: Db, hash: string, now: number): Promise<HandOff | undefined> {
  const query = db.deleteFrom("hand_offs").where("hash", "=", hash).where("expires_at", ">", now).returningAll();
  const row = await query.executeTakeFirst();
  return row && toHandOff(row);
}

export async function deleteHandOffsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("hand_offs").where("user_id", "=", userId).execute();
}

export async function deleteHandOffsEndedBefore(db: Db, now: number): Promise<void> {
  await db.deleteFrom("hand_offs").where("expires_at", "<=", now).execute();
}
