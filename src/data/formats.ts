import { sql, type Selectable } from "kysely";

import { type Format, type FormatName } from "../entities/format.ts";
import type { Meme } from "../entities/meme.ts";
import { byIds } from "./by-ids.ts";
import { toMeme, wholeMemes } from "./meme-columns.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { FormatsTable } from "./tables/memes.ts";

const toFormat = (row: Selectable<FormatsTable>): Format => ({
  name: row.format as FormatName,
  key: row.key,
  width: row.width,
  height: row.height,
  duration: row.duration_ms,
  bytes: row.bytes,
});

const one = prepared(
  (db, memeId: string, name: string) =>
    db.selectFrom("formats").selectAll().where("meme_id", "=", memeId).where("format", "=", name),
  toFormat,
);

export const findFormat = (db: Db, memeId: string, name: FormatName) => first(one(db, memeId, name));

/** Formats of a meme. */
export interface FormatsOf {
  memeId: string;
  format: Format;
}

/** All formats of some memes, in any order. Those of a picture that has been replaced may be among them. */
export const findFormats = byIds(
  (db, isOneOf) => db.selectFrom("formats").selectAll().where(isOneOf("meme_id")),
  (row): FormatsOf => ({ memeId: row.meme_id, format: toFormat(row) }),
);

const lock = prepared((db, memeId: string, key: string) =>
  db.updateTable("memes").set({ image_key: key }).where("id", "=", memeId).where("image_key", "=", key).returning("id"),
);

/**
 * Inside a transaction. Adds formats of this picture to a meme, and replaces those of the same names. False, with
 * nothing changed, if the meme is gone or has another picture by now: then their files have to go too.
 */
export async function keepFormats(
  db: Db,
  memeId: string,
  imageKey: string,
  formats: readonly Format[],
): Promise<boolean> {
  if ((await lock(db, memeId, imageKey)).length === 0) return false;
  for (const { name, key, width, height, duration, bytes } of formats) {
    const columns = { key, width, height, duration_ms: duration, bytes };
    await db
      .insertInto("formats")
      .values({ meme_id: memeId, format: name, ...columns })
      .onConflict((c) => c.columns(["meme_id", "format"]).doUpdateSet(columns))
      .execute();
  }
  return true;
}

/** Its picture has been replaced. */
export const deleteFormats = async (db: Db, memeId: string): Promise<void> =>
  void (await db.deleteFrom("formats").where("meme_id", "=", memeId).execute());

const enqueue = prepared((db, memeId: string) =>
  db
    .insertInto("to_format")
    .values({ meme_id: memeId, refused: 0 })
    .onConflict((c) => c.column("meme_id").doUpdateSet({ refused: 0 })),
);

/** Its picture is new. */
export const queueFormats = async (db: Db, memeId: string): Promise<void> => void (await enqueue(db, memeId));

/** Nodes of the version before post memes without queueing them. */
export async function queueForgotten(db: Db, since: number): Promise<void> {
  await sql`insert into to_format (meme_id, refused) select id, 0 from memes m
    where m.age in (1, 2, 4) and m.disabled = 0 and m.created_at >= ${since}
      and not exists (select 1 from formats f where f.meme_id = m.id)
    on conflict (meme_id) do nothing`.execute(db);
}

/** Videos whose GIFs do not move. Those that have been refused stay so. */
export async function queueStillVideos(db: Db): Promise<void> {
  await sql`insert into to_format (meme_id, refused) select v.meme_id, 0 from videos v
    join formats f on f.meme_id = v.meme_id and f.format = 'gif' and f.duration_ms = 0 where true
    on conflict (meme_id) do nothing`.execute(db);
}

/** Those that cannot be made, once more: the machine may have been busy, or the limits other ones. */
export const queueRefused = async (db: Db): Promise<void> =>
  void (await db.updateTable("to_format").set({ refused: 0 }).where("refused", "=", 1).execute());

/** Nobody need look at this picture again: it has all formats that the image library makes, or cannot have them. */
export async function markFormatted(db: Db, memeId: string, refused: boolean): Promise<void> {
  if (refused) await db.updateTable("to_format").set({ refused: 1 }).where("meme_id", "=", memeId).execute();
  else await db.deleteFrom("to_format").where("meme_id", "=", memeId).execute();
}

const visible = (db: Db) =>
  wholeMemes(db).innerJoin("to_format", "to_format.meme_id", "memes.id").where("disabled", "=", 0);
const waiting = (db: Db) => visible(db).where("refused", "=", 0);

/** Memes that everyone can see and that lack formats, newest first. */
export async function listToFormat(db: Db, amount: number, before?: string): Promise<Meme[]> {
  let query = waiting(db);
  if (before !== undefined) query = query.where("to_format.meme_id", "<", before);
  return (await query.orderBy("to_format.meme_id", "desc").limit(amount).execute()).map(toMeme);
}

export async function countToFormat(db: Db, { refused = false } = {}): Promise<number> {
  const { count } = await (refused ? visible(db) : waiting(db))
    .clearSelect()
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
