import type { Db } from "./schema.ts";

// What was made from a picture that is banned.

/** Ids of memes that were remixed from any of these. */
export async function listRemixesOf(db: Db, memeIds: readonly string[], amount: number): Promise<string[]> {
  if (memeIds.length === 0) return [];
  const rows = await db
    .selectFrom("recipes")
    .select("meme_id")
    .where("parent_id", "in", memeIds)
    .orderBy("meme_id")
    .limit(amount)
    .execute();
  return rows.map((row) => row.meme_id);
}

/** Ids of other memes whose recipe names a picture that was uploaded for this one's. */
export async function listSharingUploads(db: Db, memeId: string, amount: number): Promise<string[]> {
  const rows = await db
    .selectFrom("recipe_bases as mine")
    .innerJoin("recipe_bases as other", "other.base_id", "mine.base_id")
    .select("other.meme_id")
    .distinct()
    .where("mine.meme_id", "=", memeId)
    .where("other.meme_id", "<>", memeId)
    .orderBy("other.meme_id")
    .limit(amount)
    .execute();
  return rows.map((row) => row.meme_id);
}
