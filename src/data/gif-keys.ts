import type { Selectable } from "kysely";

import type { GifKey } from "../entities/gif-key.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { GifKeysTable } from "./tables/people.ts";

const toGifKey = (row: Selectable<GifKeysTable>): GifKey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  origins: JSON.parse(row.origins) as string[],
  mature: row.may_mature === 1,
  createdAt: row.created_at,
  usedAt: row.used_at ?? undefined,
  revokedAt: row.revoked_at ?? undefined,
});

const byHash = prepared((db, hash: string) => db.selectFrom("gif_keys").selectAll().where("hash", "=", hash), toGifKey);

/** By the SHA-256 of the key in hex. Including revoked ones. */
export const findGifKeyByHash = (db: Db, hash: string) => first(byHash(db, hash));

export async function findGifKey(db: Db, id: string): Promise<GifKey | undefined> {
  const row = await db.selectFrom("gif_keys").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toGifKey(row);
}

/** Of one person, oldest first. Including revoked ones. */
export async function listGifKeys(db: Db, userId: string): Promise<GifKey[]> {
  const rows = await db.selectFrom("gif_keys").selectAll().where("user_id", "=", userId).orderBy("id").execute();
  return rows.map(toGifKey);
}

/** Whether anybody has ever made one. */
export const hasGifKeys = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("gif_keys").select("id").limit(1).executeTakeFirst()) !== undefined;

export async function insertGifKey(db: Db, key: GifKey, hash: string): Promise<void> {
  const columns = {
    id: key.id,
    user_id: key.userId,
    name: key.name,
    hash,
    origins: JSON.stringify(key.origins),
    may_mature: Number(key.mature),
    created_at: key.createdAt,
    used_at: key.usedAt ?? null,
    revoked_at: key.revokedAt ?? null,
  };
  await db.insertInto("gif_keys").values(columns).execute();
}

/** False if it was already revoked. */
export async function revokeGifKey(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("gif_keys")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const updateGifKeyUse = async (db: Db, id: string, at: number): Promise<void> =>
  void (await db.updateTable("gif_keys").set({ used_at: at }).where("id", "=", id).execute());
