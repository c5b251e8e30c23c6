import { prepared } from "./prepared.ts";
import type { ApiKeyRow, Db } from "./schema.ts";

const validByHash = prepared((db, hash: string, now: number) =>
  db
    .selectFrom("api_keys")
    .selectAll()
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)])),
);

/** One that is revoked or expired is as good as unknown, and takes as long to look for. */
export const findValidKey = async (db: Db, hash: string, now: number) => (await validByHash(db, hash, now))[0];

export const findKey = (db: Db, id: string) =>
  db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirst();

export const listKeys = (db: Db, userId: string): Promise<ApiKeyRow[]> =>
  db.selectFrom("api_keys").selectAll().where("user_id", "=", userId).orderBy("id").execute();

/** Newest first: of one person, or of everyone. */
export async function listNewestKeys(
  db: Db,
  { amount, after, userId }: { amount: number; after?: string | undefined; userId?: string },
): Promise<ApiKeyRow[]> {
  let query = db.selectFrom("api_keys").selectAll();
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  if (after !== undefined) query = query.where("id", "<", after);
  return query.orderBy("id", "desc").limit(amount).execute();
}

/** Those that are not revoked. */
export async function countKeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertKey(db: Db, key: ApiKeyRow): Promise<void> {
  await db.insertInto("api_keys").values(key).execute();
}

/** False if there was nothing left to revoke. */
export async function revokeKey(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** All of one person; returns how many there were. */
export async function revokeKeysOf(db: Db, userId: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function updateKeyUse(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable("api_keys").set({ used_at: at }).where("id", "=", id).execute();
}
