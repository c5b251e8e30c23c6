import { sql, type Selectable } from "kysely";

import { type Format, type FormatName } from "../entities/format.ts";
import type { Meme } from "../entities/meme.ts";
import { byIds } from "./by-ids.ts";
import { toMeme } from "./meme-columns.ts";
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

/** Nobody need look at this picture again: it has all formats that the image library makes, or cannot have them. */
export async function markFormatted(db: Db, memeId: string, imageKey: string): Promise<void> {
  await db
    .updateTable("memes")
    .set({ formatted_key: imageKey })
    .where("id", "=", memeId)
    .where("image_key", "=", imageKey)
    .execute();
}

/** As in the index. */
const TO_FORMAT = sql<boolean>`disabled = 0 and (formatted_key is null or formatted_key <> image_key)`;

/** Memes that everyone can see and that lack formats, newest first. */
export async function listToFormat(db: Db, amount: number, before?: string): Promise<Meme[]> {
  let query = db.selectFrom("memes").selectAll().where(TO_FORMAT);
  if (before !== undefined) query = query.where("id", "<", before);
  return (await query.orderBy("id", "desc").limit(amount).execute()).map(toMeme);
}

export async function countToFormat(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("memes")
    .select((eb) => eb.fn.countAll().as("count"))
    .where(TO_FORMAT)
    .executeTakeFirstOrThrow();
  return Number(count);
}
