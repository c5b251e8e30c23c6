import type { Db, PasskeyRow } from "./schema.ts";

export const findPasskey = (db: Db, id: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();

/** Newest first. */
export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();

export async function insertPasskey(db: Db, row: PasskeyRow): Promise<void> {
  await db.insertInto("passkeys").values(row).execute();
}

/** False if it is not there, or another's. */
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

/** Returns how many there were. */
export async function deletePasskeysOf(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** False if its count does not go up: of two that count from the same number, one is a copy. Many never count at all. */
export async function notePasskeyUse(db: Db, id: string, counter: number, used_at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ counter, used_at })
    .where("id", "=", id)
    .where((eb) => (counter === 0 ? eb("counter", "=", 0) : eb("counter", "<", counter)))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
