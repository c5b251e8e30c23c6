import type { Selectable } from "kysely";

import type { Passkey } from "../entities/passkey.ts";
import type { Db } from "./schema.ts";
import type { PasskeysTable } from "./tables/people.ts";

const toPasskey = (row: Selectable<PasskeysTable>): Passkey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
  counter: row.counter,
  transports: row.transports === "" ? [] : row.transports.split(","),
  createdAt: row.created_at,
  usedAt: row.used_at ?? undefined,
});

const passkeyColumns = (passkey: Passkey): Selectable<PasskeysTable> => ({
  id: passkey.id,
  user_id: passkey.userId,
  name: passkey.name,
  public_key: Buffer.from(passkey.publicKey).toString("base64url"),
  counter: passkey.counter,
  transports: passkey.transports.join(),
  created_at: passkey.createdAt,
  used_at: passkey.usedAt ?? null,
});

export async function findPasskey(db: Db, id: string): Promise<Passkey | undefined> {
  const row = await db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toPasskey(row);
}

/** Newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toPasskey);
}

export async function insertPasskey(db: Db, passkey: Passkey): Promise<void> {
  await db.insertInto("passkeys").values(passkeyColumns(passkey)).execute();
}

/** False if the person has no such passkey. */
export async function renamePasskey(db: Db, id: string, userId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deletePasskey(db: Db, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns how many were deleted. */
export async function deletePasskeysOf(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** False if the counter does not go up: then one of the two is a copy. Many passkeys never count at all. */
export async function notePasskeyUse(db: Db, id: string, counter: number, usedAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ counter, used_at: usedAt })
    .where("id", "=", id)
    .where((eb) => (counter === 0 ? eb("counter", "=", 0) : eb("counter", "<", counter)))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
