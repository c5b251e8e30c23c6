import type { Comment } from "../entities/comment.ts";
import { prepared } from "./prepared.ts";
import type { CommentRow, Db } from "./schema.ts";

export const toComment = (row: CommentRow): Comment => ({
  id: row.id,
  memeId: row.meme_id,
  authorId: row.author_id,
  content: row.content,
  parentId: row.parent_id ?? undefined,
  createdAt: row.created_at,
});

export const commentColumns = ({ memeId, authorId, content, parentId, createdAt }: Omit<Comment, "id">) => ({
  meme_id: memeId,
  author_id: authorId,
  content,
  parent_id: parentId ?? null,
  created_at: createdAt,
});

const ofMeme = prepared(
  (db, memeId: string, afterId: number, amount: number) =>
    db
      .selectFrom("comments")
      .selectAll()
      .where("meme_id", "=", memeId)
      .where("id", ">", afterId)
      .orderBy("id")
      .limit(amount),
  toComment,
);

/** Oldest first. */
export const listComments = async (db: Db, memeId: string, amount: number, afterId = 0): Promise<Comment[]> =>
  ofMeme(db, memeId, afterId, amount);

export async function findComment(db: Db, id: number): Promise<Comment | undefined> {
  const row = await db.selectFrom("comments").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toComment(row);
}

export async function findComments(db: Db, ids: readonly number[]): Promise<Comment[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom("comments").selectAll().where("id", "in", ids).execute()).map(toComment);
}

export async function insertComment(db: Db, comment: Omit<Comment, "id">): Promise<Comment> {
  const row = await db.insertInto("comments").values(commentColumns(comment)).returningAll().executeTakeFirstOrThrow();
  return toComment(row);
}

/** False if it did not exist. */
export async function deleteComment(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("comments").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteCommentsOfMeme(db: Db, memeId: string): Promise<void> {
  await db.deleteFrom("comments").where("meme_id", "=", memeId).execute();
}

export const listCommentsOfAuthor = (db: Db, authorId: string): Promise<Pick<Comment, "id" | "memeId">[]> =>
  db.selectFrom("comments").select(["id", "meme_id as memeId"]).where("author_id", "=", authorId).execute();
