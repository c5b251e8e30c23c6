import type { Comment } from "../entities/comment.ts";
import { prepared } from "./prepared.ts";
import type { CommentRow, Db } from "./schema.ts";

export const toComment = (row: CommentRow): Comment => ({
  id: row.id,
  memeId: row.meme_id,
  authorId: row.author_id,
  content: row.content,
  parentId: row.parent_id ?? undefined,
  likeCount: row.like_count,
  createdAt: row.created_at,
});

export type NewComment = Omit<Comment, "id" | "likeCount">;

export const commentColumns = ({ memeId, authorId, content, parentId, createdAt }: NewComment) => ({
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
export const listComments = (db: Db, memeId: string, amount: number, afterId: number) =>
  ofMeme(db, memeId, afterId, amount);

const byId = prepared((db, id: number) => db.selectFrom("comments").selectAll().where("id", "=", id), toComment);

export const findComment = async (db: Db, id: number): Promise<Comment | undefined> => (await byId(db, id))[0];

export async function findComments(db: Db, ids: readonly number[]): Promise<Comment[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom("comments").selectAll().where("id", "in", ids).execute()).map(toComment);
}

const add = prepared(
  (db, memeId: string, authorId: string, content: string, parentId: number | null, createdAt: number) =>
    db
      .insertInto("comments")
      .values(commentColumns({ memeId, authorId, content, parentId: parentId ?? undefined, createdAt }))
      .returningAll(),
  toComment,
);

export async function insertComment(db: Db, comment: NewComment): Promise<Comment> {
  const { memeId, authorId, content, parentId = null, createdAt } = comment;
  return (await add(db, memeId, authorId, content, parentId, createdAt))[0]!;
}

const remove = prepared((db, id: number) => db.deleteFrom("comments").where("id", "=", id).returning("id"));

/** False if it did not exist. */
export const deleteComment = async (db: Db, id: number): Promise<boolean> => (await remove(db, id)).length === 1;

export async function deleteCommentsOfMeme(db: Db, memeId: string): Promise<void> {
  await db.deleteFrom("comments").where("meme_id", "=", memeId).execute();
}

export const listCommentsOfAuthor = (db: Db, authorId: string): Promise<Pick<Comment, "id" | "memeId">[]> =>
  db.selectFrom("comments").select(["id", "meme_id as memeId"]).where("author_id", "=", authorId).execute();
