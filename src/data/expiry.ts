// What has outlived its use.
import type { Db } from "./schema.ts";

export async function deleteAnswersBefore(db: Db, ms: number): Promise<void> {
  await db.deleteFrom("kept_answers").where("created_at", "<", ms).execute();
}

/** Where the images of those of these memes are that exist. */
export async function listImageKeys(db: Db, memeIds: readonly string[]): Promise<string[]> {
  if (memeIds.length === 0) return [];
  const rows = await db.selectFrom("memes").select("image_key").where("id", "in", memeIds).execute();
  return rows.map((row) => row.image_key);
}
