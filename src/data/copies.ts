import { sql } from "kysely";

import type { Thirds } from "../entities/look.ts";
import { looksIn } from "./looks.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

/** By family. */
export const looks = looksIn("looks", "family");

/** The family with exactly this look. */
export const findFamilyWith = async (db: Db, thirds: Thirds): Promise<string | undefined> =>
  (await looks.listExactly(db, thirds))[0];

const before = prepared(
  (_db, family: string, memeId: string, amount: number) =>
    sql<{ id: string }>`select meme_id as id from copies where family = ${family} and meme_id < ${memeId}
      order by meme_id desc limit ${amount}`,
);
const after = prepared(
  (_db, family: string, memeId: string, amount: number) =>
    sql<{ id: string }>`select meme_id as id from copies where family = ${family} and meme_id > ${memeId}
      order by meme_id limit ${amount}`,
);

/** Ids of copies posted before a meme, the latest first. */
export const listCopiesBefore = async (db: Db, family: string, memeId: string, amount: number): Promise<string[]> =>
  (await before(db, family, memeId, amount)).map(({ id }) => id);
/** Ids of copies posted after a meme, or after everything, the earliest first. */
export const listCopiesAfter = async (db: Db, family: string, memeId: string, amount: number): Promise<string[]> =>
  (await after(db, family, memeId, amount)).map(({ id }) => id);

const around = prepared(
  (_db, memeId: string, amount: number) =>
    sql<{ id: string }>`select id from (select c.meme_id as id from copies me join copies c on c.family = me.family
        where me.meme_id = ${memeId} and c.meme_id < ${memeId} order by c.meme_id desc limit ${amount}) as before
      union all
      select id from (select c.meme_id as id from copies me join copies c on c.family = me.family
        where me.meme_id = ${memeId} and c.meme_id > ${memeId} order by c.meme_id limit ${amount}) as after`,
);

/** Ids of a meme's copies: some posted before it, the latest first, then some posted after it, the earliest first. */
export const listCopiesAround = async (db: Db, memeId: string, amount: number): Promise<string[]> =>
  (await around(db, memeId, amount)).map(({ id }) => id);

/** Adds a meme to a family. Its looks are kept if it is the first of a new one. */
export async function insertCopy(db: Db, memeId: string, family: string, seen: readonly Thirds[]): Promise<void> {
  await db
    .insertInto("copies")
    .values({ meme_id: memeId, family })
    .onConflict((c) => c.doNothing())
    .execute();
  if (seen.length === 0) return;
  await db
    .insertInto("looks")
    .values(seen.map(([a, b, c]) => ({ a, b, c, family })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The looks of a family go with its last meme. */
export async function deleteCopy(db: Db, memeId: string): Promise<void> {
  const row = await db.deleteFrom("copies").where("meme_id", "=", memeId).returning("family").executeTakeFirst();
  if (!row) return;
  const other = await db.selectFrom("copies").select("meme_id").where("family", "=", row.family).limit(1).execute();
  if (other.length === 0) await db.deleteFrom("looks").where("family", "=", row.family).execute();
}

/** Ids of memes that have not been compared with others, from the oldest on. */
export async function listUncompared(db: Db, afterId: string, amount: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select m.id from memes m where m.id > ${afterId}
    and not exists (select 1 from copies c where c.meme_id = m.id) order by m.id limit ${amount}`.execute(db);
  return rows.map(({ id }) => id);
}
