import { sql, type Selectable } from "kysely";

import type { CollectedMeme, Collection } from "../entities/collection.ts";
import { dialectOf } from "./dialect.ts";
import type { MemeCursor, NewestQuery } from "./newest.ts";
import { eachWay } from "./each-way.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { CollectedMemesTable, CollectionsTable } from "./tables/collections.ts";

export const toCollection = (row: Selectable<CollectionsTable>): Collection => ({
  id: row.id,
  ownerId: row.user_id,
  name: row.name,
  shareKey: row.share_key ?? undefined,
  memeCount: row.meme_count,
  createdAt: row.created_at,
});

const toCollectedMeme = (row: Selectable<CollectedMemesTable>): CollectedMeme => ({
  collectionId: row.collection_id,
  memeId: row.meme_id,
  createdAt: row.created_at,
});

/** Two names that differ only in case are the same. The collection of everything has an empty one. */
const keyOf = (name: string) => name.toLowerCase();
const EVERYTHING = "";

const byKey = prepared(
  (db, userId: string, key: string) =>
    db.selectFrom("collections").selectAll().where("user_id", "=", userId).where("name_key", "=", key),
  toCollection,
);
const byId = prepared((db, id: number) => db.selectFrom("collections").selectAll().where("id", "=", id), toCollection);
const byShareKey = prepared(
  (db, key: string) => db.selectFrom("collections").selectAll().where("share_key", "=", key),
  toCollection,
);
const named = prepared(
  (db, userId: string, amount: number) =>
    db
      .selectFrom("collections")
      .selectAll()
      .where("user_id", "=", userId)
      .where("name_key", ">", EVERYTHING)
      .orderBy("name_key")
      .limit(amount),
  toCollection,
);

/** Everything that a person has saved; undefined if they never saved anything. */
export const findEverythingSaved = (db: Db, userId: string) => first(byKey(db, userId, EVERYTHING));
export const findCollectionNamed = (db: Db, userId: string, name: string) => first(byKey(db, userId, keyOf(name)));
export const findCollection = (db: Db, id: number) => first(byId(db, id));
export const findShared = (db: Db, shareKey: string) => first(byShareKey(db, shareKey));
/** A person's collections with a name, by name. */
export const listCollections = (db: Db, userId: string, amount: number) => named(db, userId, amount);

type NewCollection = Pick<Collection, "ownerId" | "name" | "createdAt">;

const add = prepared(
  (db, userId: string, name: string, key: string, createdAt: number) =>
    db
      .insertInto("collections")
      .values({ user_id: userId, name, name_key: key, created_at: createdAt })
      .onConflict((c) => c.doNothing())
      .returningAll(),
  toCollection,
);

/** Undefined if the owner has one of this name. */
export const insertCollection = (db: Db, { ownerId, name, createdAt }: NewCollection) =>
  first(add(db, ownerId, name, keyOf(name), createdAt));

export async function updateCollection(
  db: Db,
  id: number,
  { name, shareKey }: Pick<Collection, "name" | "shareKey">,
): Promise<void> {
  await db
    .updateTable("collections")
    .set({ name, name_key: keyOf(name), share_key: shareKey ?? null })
    .where("id", "=", id)
    .execute();
}

/** What is in it goes with it. */
export async function deleteCollection(db: Db, id: number): Promise<void> {
  await db.deleteFrom("collections").where("id", "=", id).execute();
}

const put = prepared((db, collectionId: number, memeId: string, createdAt: number) =>
  db
    .insertInto("collected_memes")
    .values({ collection_id: collectionId, meme_id: memeId, created_at: createdAt })
    .onConflict((c) => c.doNothing())
    .returning("meme_id"),
);

const count = prepared((db, id: number, by: number) =>
  db
    .updateTable("collections")
    .set((eb) => ({ meme_count: eb("meme_count", "+", by) }))
    .where("id", "=", id)
    .returning("meme_count as memeCount"),
);

/** How many there are now; undefined if it was there before. */
export async function insertCollected(db: Db, { collectionId, memeId, createdAt }: CollectedMeme) {
  if ((await put(db, collectionId, memeId, createdAt)).length === 0) return undefined;
  const [now] = await count(db, collectionId, +1);
  return now!.memeCount;
}

const takeOut = prepared((db, collectionId: number, memeId: string) =>
  db
    .deleteFrom("collected_memes")
    .where("collection_id", "=", collectionId)
    .where("meme_id", "=", memeId)
    .returning("meme_id"),
);

/** False if it was not there. Locks the collection first. */
export async function deleteCollected(db: Db, collectionId: number, memeId: string): Promise<boolean> {
  await count(db, collectionId, -1);
  if ((await takeOut(db, collectionId, memeId)).length === 1) return true;
  await count(db, collectionId, +1);
  return false;
}

/** Takes a meme, which is locked, out of all of everybody's collections. */
export async function deleteCollectedMeme(db: Db, memeId: string): Promise<void> {
  const holders = sql<number>`(select collection_id from collected_memes where meme_id = ${memeId})`;
  const all = db.selectFrom("collections").select("id").where("id", "in", holders).orderBy("id");
  if ((await all.modifyEnd(dialectOf(db).lockRows).execute()).length === 0) return;
  await db
    .updateTable("collections")
    .set((eb) => ({ meme_count: eb("meme_count", "-", 1) }))
    .where("id", "in", holders)
    .execute();
  await db.deleteFrom("collected_memes").where("meme_id", "=", memeId).execute();
}

const START: MemeCursor = { at: Number.MAX_SAFE_INTEGER, id: "" };

const places = eachWay(({ beyond, order }) =>
  prepared(
    (_db, collectionId: number, at: number, id: string, amount: number, skip: number) =>
      sql<MemeCursor>`select created_at as at, meme_id as id from collected_memes
        where collection_id = ${collectionId} and (created_at, meme_id) ${beyond} (${at}, ${id})
        order by created_at ${order}, meme_id ${order} limit ${amount} offset ${skip}`,
  ),
);

/** What was added last comes first. */
export const listCollected = (db: Db, collectionId: number, { after = START, skip, amount, back }: NewestQuery) =>
  places(back)(db, collectionId, after.at, after.id, amount, skip);

/** Which of these memes a collection holds. */
export async function listHeld(db: Db, collectionId: number, memeIds: readonly string[]): Promise<string[]> {
  if (memeIds.length === 0) return [];
  const rows = await db
    .selectFrom("collected_memes")
    .select("meme_id")
    .where("collection_id", "=", collectionId)
    .where("meme_id", "in", memeIds)
    .execute();
  return rows.map((row) => row.meme_id);
}

/** Looks into each of the person's collections. A join might begin with everybody who keeps the meme. */
const holding = prepared(
  (_db, memeId: string, userId: string) => sql<Selectable<CollectedMemesTable>>`select * from (
      select c.id as collection_id, cast(${memeId} as text) as meme_id, (select m.created_at from collected_memes m
        where m.collection_id = c.id and m.meme_id = ${memeId}) as created_at
      from collections c where c.user_id = ${userId}) as places
    where created_at is not null`,
  toCollectedMeme,
);

/** Where a person keeps a meme. */
export const listPlacesOf = (db: Db, userId: string, memeId: string) => holding(db, memeId, userId);

/** Everything in a collection, in the order of its key. */
export async function listAllCollected(
  db: Db,
  collectionId: number,
  amount: number,
  after?: CollectedMeme,
): Promise<CollectedMeme[]> {
  const query = db.selectFrom("collected_memes").selectAll().where("collection_id", "=", collectionId);
  const rest = after ? query.where("meme_id", ">", after.memeId) : query;
  return (await rest.orderBy("meme_id").limit(amount).execute()).map(toCollectedMeme);
}
