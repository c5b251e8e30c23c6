import { sql } from "kysely";

import type { Age } from "../entities/age.ts";
import type { Meme } from "../entities/meme.ts";
import { whenReady } from "../when-ready.ts";
import { countForSite } from "./counters.ts";
import { dialectOf } from "./dialect.ts";
import { memeColumns, toMeme, type NewMeme } from "./meme-columns.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { wordsOf } from "./search-words.ts";

/** Seeded memes share a few pictures, which stay when a meme is deleted. */
export const SHARED_KEYS = "shared/";

const byId = prepared((db, id: string) => db.selectFrom("memes").selectAll().where("id", "=", id), toMeme);
const bySlot = prepared((db, age: number, slot: number) =>
  db.selectFrom("memes").select("id").where("age", "=", age).where("slot", "=", slot),
);
const byAuthor = prepared(
  (db, authorId: string) =>
    db
      .selectFrom("memes")
      .selectAll()
      .where("author_id", "=", authorId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc"),
  toMeme,
);

const FEW = 25;
const MANY = 200;
const byIds = (db: Db, ...ids: string[]) => db.selectFrom("memes").selectAll().where("id", "in", ids);
const byFewIds = prepared(byIds, toMeme);
const byManyIds = prepared(byIds, toMeme);

/** Existing memes, in the order of `ids`. */
export async function findMemes(db: Db, ids: readonly string[]): Promise<Meme[]> {
  const found = new Map<string, Meme>();
  const [size, find] = ids.length <= FEW ? [FEW, byFewIds] : [MANY, byManyIds];
  for (let i = 0; i < ids.length; i += size) {
    // Padded with ids nothing has, so that the statement is always the same.
    const batch = Array.from({ length: size }, (_, at) => ids[i + at] ?? "");
    for (const meme of await find(db, ...batch)) found.set(meme.id, meme);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

export interface MemeCursor {
  at: number;
  id: string;
}
export interface NewestQuery {
  after?: MemeCursor;
  skip: number;
  amount: number;
}

const older = (after: MemeCursor | undefined) =>
  after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``;

/** Enabled memes, newest first. Reads enough of each age, each from its own index. */
export async function listNewestMemes(db: Db, ages: readonly Age[], { after, skip, amount }: NewestQuery) {
  const each = ages.map(
    (age) => sql`select * from (select id, created_at from memes
      where age = ${sql.lit(age)} and disabled = 0 ${older(after)}
      order by created_at desc, id desc limit ${skip + amount}) as ${sql.ref(`age_${age}`)}`,
  );
  const { rows } = await sql<{ id: string }>`select id from (${sql.join(each, sql` union all `)}) as newest
    order by created_at desc, id desc limit ${amount} offset ${skip}`.execute(db);
  return findMemes(
    db,
    rows.map((row) => row.id),
  );
}

/** The enabled meme posted right after another one. */
export async function findNewerMeme(db: Db, ages: readonly Age[], { at, id }: MemeCursor): Promise<string | undefined> {
  const each = ages.map(
    (age) => sql`select * from (select id, created_at from memes
      where age = ${sql.lit(age)} and disabled = 0 and (created_at, id) > (${at}, ${id})
      order by created_at, id limit 1) as ${sql.ref(`age_${age}`)}`,
  );
  const { rows } = await sql<{ id: string }>`select id from (${sql.join(each, sql` union all `)}) as newer
    order by created_at, id limit 1`.execute(db);
  return rows[0]?.id;
}

/** Memes of one author, newest first. `all` includes disabled ones. */
export async function listNewestOfAuthor(db: Db, authorId: string, all: boolean, { after, skip, amount }: NewestQuery) {
  const shown = all ? sql`` : sql`and disabled = 0`;
  const { rows } = await sql<{ id: string }>`select id from memes where author_id = ${authorId} ${shown} ${older(after)}
    order by created_at desc, id desc limit ${amount} offset ${skip}`.execute(db);
  return findMemes(
    db,
    rows.map((row) => row.id),
  );
}

/**
 * Memes of the people a person follows. Takes the newest of each from the index, then the newest of those: the cost
 * depends on how many are followed, not on how many memes there are.
 */
export async function listNewestFollowed(
  db: Db,
  followerId: string,
  maxAge: Age,
  { after, skip, amount }: NewestQuery,
): Promise<Meme[]> {
  const from = after ? sql`and (x.created_at, x.id) < (${after.at}, ${after.id})` : sql``;
  const { rows } = await sql<{ id: string }>`select m.id from follows f
    join memes m on m.id in (
      select x.id from memes x where x.author_id = f.followed_id and x.disabled = 0 and x.age <= ${maxAge} ${from}
      order by x.created_at desc, x.id desc limit ${skip + amount})
    where f.follower_id = ${followerId}
    order by m.created_at desc, m.id desc limit ${amount} offset ${skip}`.execute(db);
  return findMemes(
    db,
    rows.map((row) => row.id),
  );
}

export const findMeme = (db: Db, id: string) => first(byId(db, id));
/** From the index alone. */
export const findIdInSlot = (db: Db, age: Age, slot: number) =>
  whenReady(first(bySlot(db, age, slot)), (row) => row?.id);
/** Newest first, including disabled ones. */
export const listMemesOfAuthor = (db: Db, authorId: string) => byAuthor(db, authorId);

/** Adds an enabled meme in the next free slot of its age. */
export async function insertMeme(db: Db, meme: NewMeme): Promise<void> {
  const slot = (await countForSite(db, `memes:${meme.age}`, +1)) - 1;
  await db
    .insertInto("memes")
    .values({ ...memeColumns(meme), disabled: 0, slot })
    .execute();
}

export async function updateWords(db: Db, id: string, words: { caption: string; alt: string }): Promise<void> {
  await db.updateTable("memes").set(words).where("id", "=", id).execute();
}

/** Adds a meme to the search index. */
export async function indexMeme(db: Db, meme: Meme, username: string): Promise<void> {
  const words = wordsOf(meme.caption, username, meme.alt);
  await dialectOf(db).search.put(db, [{ id: meme.id, age: meme.age, words }]);
}

export const unindexMeme = (db: Db, id: string) => dialectOf(db).search.remove(db, id);

/**
 * Takes an enabled meme out of its slot and moves the last one of its age there, so that no gap is left. Changes the
 * site total first, which is the lock for all slot changes. False, with nothing changed, if it was not enabled.
 */
export async function disableMeme(db: Db, { id, age }: Meme): Promise<boolean> {
  const total = `memes:${age}` as const;
  const last = await countForSite(db, total, -1);
  const current = await db.selectFrom("memes").select("slot").where("id", "=", id).executeTakeFirst();
  if (current?.slot == null) {
    await countForSite(db, total, +1);
    return false;
  }
  await db.updateTable("memes").set({ disabled: 1, slot: null }).where("id", "=", id).execute();
  if (current.slot !== last) {
    await db.updateTable("memes").set({ slot: current.slot }).where("age", "=", age).where("slot", "=", last).execute();
  }
  return true;
}

/** False, with nothing changed, if it was not disabled, or is held. */
export async function enableMeme(db: Db, { id, age }: Meme): Promise<boolean> {
  const total = `memes:${age}` as const;
  const slot = (await countForSite(db, total, +1)) - 1;
  const { numUpdatedRows } = await db
    .updateTable("memes")
    .set({ disabled: 0, slot })
    .where("id", "=", id)
    .where("disabled", "=", 1)
    .where("held", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await countForSite(db, total, -1);
  return numUpdatedRows === 1n;
}

/** Sets when everyone could first see it. */
export async function updateMoment(db: Db, id: string, createdAt: number): Promise<void> {
  await db.updateTable("memes").set({ created_at: createdAt }).where("id", "=", id).execute();
}

/** Rows that refer to the meme, and its slot, must already be gone. */
export async function deleteMeme(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("memes").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Takes a row lock: nobody else can change this meme's ratings until the transaction ends. Undefined if it is gone. */
export async function lockMeme(db: Db, id: string): Promise<Meme | undefined> {
  const row = await db
    .updateTable("memes")
    .set((eb) => ({ rating_count: eb.ref("rating_count") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toMeme(row);
}

export async function countForMeme(db: Db, id: string, by: { sum?: number; count?: number; comments?: number }) {
  await db
    .updateTable("memes")
    .set((eb) => ({
      rating_sum: eb("rating_sum", "+", by.sum ?? 0),
      rating_count: eb("rating_count", "+", by.count ?? 0),
      comment_count: eb("comment_count", "+", by.comments ?? 0),
    }))
    .where("id", "=", id)
    .execute();
}

/** Image keys of the memes that exist. */
export async function listImageKeys(db: Db, memeIds: readonly string[]): Promise<string[]> {
  if (memeIds.length === 0) return [];
  const rows = await db.selectFrom("memes").select("image_key").where("id", "in", memeIds).execute();
  return rows.map((row) => row.image_key);
}
