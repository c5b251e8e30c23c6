import type { Selectable } from "kysely";

import { KEY_PERMISSIONS, type ApiKey, type KeyPermission } from "../entities/api-key.ts";
import type { Filter } from "../entities/filter.ts";
import type { User } from "../entities/user.ts";
import { whenReady } from "../when-ready.ts";
import { byIds } from "./by-ids.ts";
import { dialectOf } from "./dialect.ts";
import { FILTERS_NOTHING, NO_FILTER } from "./filters.ts";
import { gathered } from "./gathered.ts";
import { JOINED_USER, takeUser } from "./joined-user.ts";
import { first, prepared } from "./prepared.ts";
import type { ApiKeysTable } from "./tables/people.ts";
import type { Db } from "./schema.ts";

const FLAGS = {
  Write: "may_write",
  Ratings: "may_ratings",
  "View Integrations": "may_integrations",
} as const satisfies Record<KeyPermission, keyof ApiKeysTable>;

const toKey = (row: Selectable<ApiKeysTable>): ApiKey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  permissions: KEY_PERMISSIONS.filter((permission) => row[FLAGS[permission]] === 1),
  createdAt: row.created_at,
  usedAt: row.used_at ?? undefined,
  expiresAt: row.expires_at ?? undefined,
  revokedAt: row.revoked_at ?? undefined,
});

const byId = prepared((db, id: string) => db.selectFrom("api_keys").selectAll().where("id", "=", id), toKey);
const byHash = prepared((db, hash: string) => db.selectFrom("api_keys").selectAll().where("hash", "=", hash), toKey);
const joined = gathered(
  byIds(
    (db, isOneOf) =>
      db
        .selectFrom("api_keys")
        .innerJoin("users", "users.id", "api_keys.user_id")
        .selectAll("api_keys")
        .select(JOINED_USER)
        .select(FILTERS_NOTHING.as("filters_nothing"))
        .where(isOneOf("hash")),
    (row): [string, FoundKey] => {
      const key = toKey(row);
      const filter = row.filters_nothing ? NO_FILTER : undefined;
      return [row.hash, { key, user: takeUser(row, key.userId), filter }];
    },
  ),
);

/** Including revoked and expired ones. */
export const findKey = (db: Db, id: string) => first(byId(db, id));

export interface FoundKey {
  key: ApiKey;
  user: User | undefined;
  /** Of an owner who filters nothing. Any other has to be read. */
  filter: Filter | undefined;
}

/** With its owner, if one query for both is cheaper than two. */
export const findKeyJoined = (db: Db, hash: string): FoundKey | undefined | Promise<FoundKey | undefined> =>
  dialectOf(db).isRemote
    ? joined(db, hash)
    : whenReady(first(byHash(db, hash)), (key) => key && { key, user: undefined, filter: undefined });

export async function listKeys(db: Db, userId: string): Promise<ApiKey[]> {
  const rows = await db.selectFrom("api_keys").selectAll().where("user_id", "=", userId).orderBy("id").execute();
  return rows.map(toKey);
}

/** Newest first, of one person or of everyone. */
export async function listNewestKeys(
  db: Db,
  { amount, after, userId }: { amount: number; after?: string | undefined; userId?: string },
): Promise<ApiKey[]> {
  let query = db.selectFrom("api_keys").selectAll();
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  if (after !== undefined) query = query.where("id", "<", after);
  return (await query.orderBy("id", "desc").limit(amount).execute()).map(toKey);
}

/** Without revoked ones. */
export async function countKeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** `hash` is the SHA-256 of the key in hex. */
export async function insertKey(db: Db, key: ApiKey, hash: string): Promise<void> {
  const columns = {
    id: key.id,
    user_id: key.userId,
    name: key.name,
    hash,
    may_ratings: Number(key.permissions.includes("Ratings")),
    may_integrations: Number(key.permissions.includes("View Integrations")),
    may_write: Number(key.permissions.includes("Write")),
    created_at: key.createdAt,
    used_at: key.usedAt ?? null,
    expires_at: key.expiresAt ?? null,
    revoked_at: key.revokedAt ?? null,
  };
  await db.insertInto("api_keys").values(columns).execute();
}

/** False if it was already revoked. */
export async function revokeKey(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes all keys of one person; returns how many. */
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
