import type { ImageSizes, Meme } from "../entities/meme.ts";
import { sizeColumns, toMeme, wholeMemes } from "./meme-columns.ts";
import type { Db } from "./schema.ts";

/** Memes whose files have not been measured, by id. */
export async function listUnmeasured(db: Db, after: string, amount: number): Promise<Meme[]> {
  const rows = await wholeMemes(db)
    .where("thumbnail_bytes", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(toMeme);
}

/** False, with nothing changed, if it is gone or already measured. */
export async function fillSizes(db: Db, id: string, sizes: ImageSizes): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("memes")
    .set(sizeColumns(sizes))
    .where("id", "=", id)
    .where("original_bytes", "is", null)
    .where("display_bytes", "is", null)
    .where("thumbnail_bytes", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
