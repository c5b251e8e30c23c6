import { sql } from "kysely";

import type { Age } from "../entities/age.ts";
import type { Meme } from "../entities/meme.ts";
import type { PublicUser, User } from "../entities/user.ts";
import { whenReady } from "../when-ready.ts";
import { byIds } from "./by-ids.ts";
import { countForSite } from "./counters.ts";
import { dialectOf } from "./dialect.ts";
import { queueFormats } from "./formats.ts";
import { gathered } from "./gathered.ts";
import { JOINED_PUBLIC_USER, JOINED_USER, takePublicUser, takeUser } from "./joined-user.ts";
import { memeColumns, toMeme, wholeMemes, type NewMeme } from "./meme-columns.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { longWordsOf, wordsOf } from "./search-words.ts";
import { learnWords } from "./spelling.ts";

/** Seeded memes share a few pictures, which stay when a meme is deleted. */
export const SHARED_KEYS = "shared/";

const byId = prepared((db, id: string) => wholeMemes(db).where("id", "=", id), toMeme);
const joined = gathered(
  byIds(
    (db, isOneOf) =>
      wholeMemes(db).innerJoin("users", "users.id", "memes.author_id").select(JOINED_USER).where(isOneOf("memes.id")),
    (row): [string, FoundMeme] => {
      const meme = toMeme(row);
      return [meme.id, { meme, author: takeUser(row, meme.authorId) }];
    },
  ),
);
const shown = gathered(
  byIds(
    (db, isOneOf) =>
      wholeMemes(db)
        .innerJoin("users", "users.id", "memes.author_id")
        .select(JOINED_PUBLIC_USER)
        .where(isOneOf("memes.id")),
    (row): [string, FoundMeme<PublicUser>] => {
      const meme = toMeme(row);
      return [meme.id, { meme, author: takePublicUser(row, meme.authorId) }];
    },
  ),
);
const byAuthor = prepared(
  (db, authorId: string) =>
    wholeMemes(db).where("author_id", "=", authorId).orderBy("created_at", "desc").orderBy("id", "desc"),
  toMeme,
);

const byManyIds = byIds((db, isOneOf) => wholeMemes(db).where(isOneOf("id")), toMeme);

/** By id; unknown ids are missing. */
export const findMemes = (db: Db, ids: Iterable<string>): Map<string, Meme> | Promise<Map<string, Meme>> =>
  whenReady(byManyIds(db, [...new Set(ids)]), (memes) => new Map(memes.map((meme) => [meme.id, meme])));

export const findMeme = (db: Db, id: string) => first(byId(db, id));

export interface FoundMeme<A = User> {
  meme: Meme;
  author: A | undefined;
}
type Found<A> = FoundMeme<A> | undefined;

/** With its author, if one query for both is cheaper than two. */
export const findMemeJoined = (db: Db, id: string): Found<User> | Promise<Found<User>> =>
  dialectOf(db).isRemote ? joined(db, id) : findAlone(db, id);
/** The same with what everyone may know of its author. */
export const findShownMeme = (db: Db, id: string): Found<PublicUser> | Promise<Found<PublicUser>> =>
  dialectOf(db).isRemote ? shown(db, id) : findAlone(db, id);

const findAlone = (db: Db, id: string) => whenReady(findMeme(db, id), (meme) => meme && { meme, author: undefined });

/** Newest first, including disabled ones. */
export const listMemesOfAuthor = (db: Db, authorId: string) => byAuthor(db, authorId);

/** Adds an enabled meme in the next free slot of its age. */
export async function insertMeme(db: Db, meme: NewMeme): Promise<void> {
  const slot = (await countForSite(db, `memes:${meme.age}`, +1)) - 1;
  await db
    .insertInto("memes")
    .values({ ...memeColumns(meme), disabled: 0, slot })
    .execute();
  await queueFormats(db, meme.id);
}

const setWords = prepared((db, id: string, caption: string, alt: string) =>
  db.updateTable("memes").set({ caption, alt }).where("id", "=", id),
);

export async function updateWords(db: Db, id: string, words: { caption: string; alt: string }): Promise<void> {
  await setWords(db, id, words.caption, words.alt);
}

/** Adds a meme to the search index, or replaces its words there. */
export async function indexMeme(db: Db, meme: Meme, username: string): Promise<void> {
  const words = wordsOf(meme.caption, username, meme.alt);
  await dialectOf(db).search.put(db, { id: meme.id, age: meme.age, words });
}

/** Lets searches with a typo find memes by this author. Comes after all memes of a transaction are locked. */
export const learnWordsOf = (db: Db, username: string, ...memes: readonly Meme[]): Promise<void> =>
  learnWords(db, [...wordsOf(...memes.flatMap(({ caption, alt }) => [caption, alt])), ...longWordsOf(username)]);

type Words = Pick<Meme, "caption" | "alt">;

/** The same for a meme whose words have changed. Those it had before are known. */
export async function learnNewWordsOf(db: Db, after: Words, before: Words): Promise<void> {
  const known = new Set(wordsOf(before.caption, before.alt));
  await learnWords(
    db,
    wordsOf(after.caption, after.alt).filter((word) => !known.has(word)),
  );
}

export const unindexMeme = (db: Db, id: string) => dialectOf(db).search.remove(db, id);

/** A meme, and the one in a slot of its age, in the order of their ids. */
const lockSlots = prepared(
  (db, id: string, age: Age, slot: number) => sql<{ id: string; slot: number | null }>`select id, slot from memes
    where id = ${id} or (age = ${age} and slot = ${slot}) order by id ${dialectOf(db).lockRows}`,
);

/**
 * Takes an enabled meme out of its slot and moves the last one of its age there, so that no gap is left. Changes the
 * site total first, which is the lock for all slot changes. False, with nothing changed, if it was not enabled.
 */
export async function disableMeme(db: Db, { id, age }: Meme): Promise<boolean> {
  const total = `memes:${age}` as const;
  const last = await countForSite(db, total, -1);
  const current = (await lockSlots(db, id, age, last)).find((row) => row.id === id);
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

const lockById = prepared(
  (db, id: string) => wholeMemes(db).where("id", "=", id).modifyEnd(dialectOf(db).lockRowsOf("memes")),
  toMeme,
);

/** Takes a row lock: nobody else can change this meme's ratings until the transaction ends. Undefined if it is gone. */
export const lockMeme = (db: Db, id: string) => first(lockById(db, id));

const count = prepared((db, id: string, sum: number, ratings: number, comments: number) =>
  db
    .updateTable("memes")
    .set((eb) => ({
      rating_sum: eb("rating_sum", "+", sum),
      rating_count: eb("rating_count", "+", ratings),
      comment_count: eb("comment_count", "+", comments),
    }))
    .where("id", "=", id)
    .returning(sql<number | null>`(select 1 from template_memes t where t.meme_id = memes.id)`.as("made")),
);

/** Returns whether it is among the memes of a template. */
export async function countForMeme(
  db: Db,
  id: string,
  by: { sum?: number; count?: number; comments?: number },
): Promise<boolean> {
  const [row] = await count(db, id, by.sum ?? 0, by.count ?? 0, by.comments ?? 0);
  return row !== undefined && row.made !== null;
}

/** Image keys of the memes that exist. */
export async function listImageKeys(db: Db, memeIds: readonly string[]): Promise<string[]> {
  if (memeIds.length === 0) return [];
  const rows = await db.selectFrom("memes").select("image_key").where("id", "in", memeIds).execute();
  return rows.map((row) => row.image_key);
}
