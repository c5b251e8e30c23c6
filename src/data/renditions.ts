import { sql } from "kysely";

import type { Meme, MemeImage } from "../entities/meme.ts";
import { deleteFormats, queueFormats } from "./formats.ts";
import { imageColumns, moreSizeColumns, toMeme, wholeMemes, type MoreSizes } from "./meme-columns.ts";
import type { Db } from "./schema.ts";

/** Memes that lack renditions, by id. */
export async function listToRender(db: Db, after: string, amount: number): Promise<Meme[]> {
  const rows = await wholeMemes(db)
    .where("rendered", "=", sql.lit(0))
    .where("id", ">", after)
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(toMeme);
}

export async function countToRender(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("memes")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("rendered", "=", sql.lit(0))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Memes that lack renditions, and for which no job is waiting. */
export async function countForgotten(db: Db, job: string): Promise<number> {
  const { count } = await db
    .selectFrom("jobs")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("kind", "=", job)
    .executeTakeFirstOrThrow();
  return Math.max(0, (await countToRender(db)) - Number(count));
}

/** False, with nothing changed, if the meme is gone, has another picture by now, or already has all renditions. */
export async function fillRenditions(db: Db, id: string, sizes: MoreSizes & Pick<MemeImage, "key">): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("memes")
    .set({ ...moreSizeColumns(sizes), rendered: 1 })
    .where("id", "=", id)
    .where("image_key", "=", sizes.key)
    .where("rendered", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A meme gets another picture. */
export async function replaceImage(db: Db, id: string, image: MemeImage, rendered: boolean): Promise<void> {
  await deleteFormats(db, id);
  await queueFormats(db, id);
  await db
    .updateTable("memes")
    .set({ ...imageColumns(image), rendered: Number(rendered) })
    .where("id", "=", id)
    .execute();
}
