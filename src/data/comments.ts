import { prepared } from "./prepared.ts";
import type { CommentRow, Db } from "./schema.ts";

const ofMeme = prepared((db, memeId: string, afterId: number, amount: number) =>
  db
    .selectFrom("comments")
    .selectAll()
    .where("meme_id", "=", memeId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(amount),
);

/** Oldest first. */
export const listComments = async (db: Db, memeId: string, amount: number, afterId = 0): Promise<CommentRow[]> =>
  ofMeme(db, memeId, afterId, amount);

export const findComment = (db: Db, id: number) =>
  db.selectFrom("comments").selectAll().where("id", "=", id).executeTakeFirst();

export const findComments = async (db: Db, ids: readonly number[]): Promise<CommentRow[]> =>
  ids.length === 0 ? [] : db.selectFrom("comments").selectAll().where("id", "in", ids).execute();

export async function insertComment(db: Db, comment: Omit<CommentRow, "id">): Promise<CommentRow> {
  return db.insertInto("comments").values(comment).returningAll().executeTakeFirstOrThrow();
}

/** False if it was gone. */
export async function deleteComment(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("comments").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteCommentsOfMeme(db: Db, memeId: string): Promise<void> {
  await db.deleteFrom("comments").where("meme_id", "=", memeId).execute();
}

export const listCommentsOfAuthor = (db: Db, authorId: string) =>
  db.selectFrom("comments").select(["id", "meme_id"]).where("author_id", "=", authorId).execute();
