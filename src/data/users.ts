import { sql } from "kysely";

import { whenReady } from "../when-ready.ts";
import { byIds } from "./by-ids.ts";
import { dialectOf } from "./dialect.ts";
import { first, oneFor, prepared } from "./prepared.ts";
import type { User } from "../entities/user.ts";
import type { Db } from "./schema.ts";
import {
  changeColumns,
  counterColumn,
  newUserColumns,
  PUBLIC_USER_COLUMNS,
  toPublicUser,
  toUser,
  type NewUser,
  type UserChange,
  type UserCounter,
} from "./user-columns.ts";

const byId = prepared((db, id: string) => db.selectFrom("users").selectAll().where("id", "=", id), toUser);
const publicById = prepared(
  (db, id: string) => db.selectFrom("users").select(PUBLIC_USER_COLUMNS).where("id", "=", id),
  toPublicUser,
);
const byName = prepared(
  (db, key: string) => db.selectFrom("users").selectAll().where("username_key", "=", key),
  toUser,
);

const byManyIds = byIds((db, isOneOf) => db.selectFrom("users").selectAll().where(isOneOf("id")), toUser);

const nameById = prepared(
  (db, id: string) => db.selectFrom("users").select("username").where("id", "=", id),
  ({ username }) => username,
);

export const findUser = (db: Db, id: string) => first(byId(db, id));
export const findUsername = (db: Db, id: string) => first(nameById(db, id));
/** What everyone may know. */
export const findPublicUser = (db: Db, id: string) => first(publicById(db, id));
/** By confirmed address. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const row = await db.selectFrom("users").selectAll().where("email_key", "=", email.toLowerCase()).executeTakeFirst();
  return row && toUser(row);
}
/** Accounts that claim an unconfirmed address, oldest first. */
export async function listUsersByNewEmail(db: Db, email: string, amount: number): Promise<User[]> {
  const rows = await db
    .selectFrom("users")
    .selectAll()
    .where("new_email_key", "=", email.toLowerCase())
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(toUser);
}

/** Only for checking a password. */
export async function findPasswordHash(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirst();
  return row?.password_hash ?? undefined;
}
export const findUserByName = (db: Db, name: string) => first(byName(db, name.toLowerCase()));

/** By id; unknown ids are missing. */
export const findUsers = (db: Db, ids: Iterable<string>): Map<string, User> | Promise<Map<string, User>> =>
  whenReady(byManyIds(db, [...new Set(ids)]), (users) => new Map(users.map((user) => [user.id, user])));

/** By their names in lower case. */
export async function listUsersByName(db: Db, keys: readonly string[]): Promise<User[]> {
  if (keys.length === 0) return [];
  return (await db.selectFrom("users").selectAll().where("username_key", "in", keys).execute()).map(toUser);
}

/** People whose names begin like this, by name. */
export async function listUsersNamed(db: Db, beginning: string, amount: number): Promise<User[]> {
  const name = dialectOf(db).byBytes("username_key");
  const key = beginning.toLowerCase();
  const rows = await db
    .selectFrom("users")
    .selectAll()
    .where(name, ">=", key)
    // No character of a name sorts after this one.
    .where(name, "<", `${key}~`)
    .orderBy(name)
    .limit(amount)
    .execute();
  return rows.map(toUser);
}

/** Those of these keys that somebody's picture has. */
export async function listAvatarKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.selectFrom("users").select("avatar_key").where("avatar_key", "in", keys).execute();
  return rows.flatMap((row) => row.avatar_key ?? []);
}

/** Newest first. */
export async function listUsers(
  db: Db,
  { amount, after }: { amount: number; after?: string | undefined },
): Promise<User[]> {
  let query = db.selectFrom("users").selectAll();
  if (after !== undefined) query = query.where("id", "<", after);
  return (await query.orderBy("id", "desc").limit(amount).execute()).map(toUser);
}

/** Including suspended ones. The condition is written as in the index, or it would not be used. */
export async function listFounders(db: Db): Promise<User[]> {
  const founders = db
    .selectFrom("users")
    .selectAll()
    .where(sql<boolean>`founder = 1`);
  return (await founders.orderBy("id").execute()).map(toUser);
}

/** How much else would be deleted with an account, besides its memes. */
export async function countMadeBy(db: Db, id: string): Promise<{ comments: number; ratings: number; keys: number }> {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom("comments").select(fn.countAll().as("n")).where("author_id", "=", id).as("comments"),
      selectFrom("ratings").select(fn.countAll().as("n")).where("user_id", "=", id).as("ratings"),
      selectFrom("api_keys").select(fn.countAll().as("n")).where("user_id", "=", id).as("keys"),
    ])
    .executeTakeFirstOrThrow();
  return { comments: Number(row.comments), ratings: Number(row.ratings), keys: Number(row.keys) };
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).execute()).length > 0;
}

export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await db.insertInto("users").values(newUserColumns(user)).execute();
}

export async function updateUser(db: Db, id: string, change: UserChange): Promise<void> {
  await db.updateTable("users").set(changeColumns(change)).where("id", "=", id).execute();
}

const lockById = prepared(
  (db, id: string) => db.selectFrom("users").selectAll().where("id", "=", id).modifyEnd(dialectOf(db).lockRows),
  toUser,
);

/** Takes a row lock on the account until the transaction ends. Undefined if it is gone. */
export const lockUser = async (db: Db, id: string): Promise<User | undefined> => (await lockById(db, id))[0];

const lockByIds = byIds(
  (db, isOneOf) =>
    db.selectFrom("users").selectAll().where(isOneOf("id")).orderBy("id").modifyEnd(dialectOf(db).lockRows),
  toUser,
);

/** The same for several accounts, in the order of their ids. */
export const lockUsers = async (db: Db, ids: readonly string[]): Promise<User[]> => lockByIds(db, ids);

/** Returns the account as it was; undefined if it was gone before. */
export async function deleteUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db.deleteFrom("users").where("id", "=", id).returningAll().executeTakeFirst();
  return row && toUser(row);
}

const countBy = oneFor((columns) =>
  prepared((db, id: string, ...amounts: number[]) =>
    db
      .updateTable("users")
      .set(Object.fromEntries(columns.map((column, i) => [column, sql<number>`${sql.ref(column)} + ${amounts[i]}`])))
      .where("id", "=", id)
      .returning(["submitted_count", "stored_bytes", "posts_full_at"]),
  ),
);

/** Adds to stored counters and returns some of the new values. */
export async function countForUser(
  db: Db,
  id: string,
  changes: Partial<Record<UserCounter, number>>,
): Promise<Pick<User, "submittedCount" | "storedBytes" | "postsFullAt">> {
  const columns = Object.keys(changes).map((name) => counterColumn(name as UserCounter));
  const [row] = await countBy(columns)(db, id, ...Object.values(changes));
  if (!row) throw new Error(`There is no account ${id} to count for.`);
  return { submittedCount: row.submitted_count, storedBytes: row.stored_bytes, postsFullAt: row.posts_full_at };
}
