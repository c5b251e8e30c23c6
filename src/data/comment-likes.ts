import { sql } from "kysely";

import type { CommentLike } from "../entities/comment.ts";
import type { Db } from "./schema.ts";

/** False if the person likes it already. */
export async function insertLike(db: Db, { commentId, userId, createdAt }: CommentLike): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("comment_likes")
    .values({ comment_id: commentId, user_id: userId, created_at: createdAt })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if the person does not like it. */
export async function deleteLike(db: Db, commentId: number, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("comment_likes")
    .where("comment_id", "=", commentId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Adds to the stored number. Returns the new one. */
export async function countLike(db: Db, commentId: number, by: 1 | -1): Promise<number> {
  const row = await db
    .updateTable("comments")
    .set({ like_count: sql<number>`like_count + ${by}` })
    .where("id", "=", commentId)
    .returning("like_count")
    .executeTakeFirstOrThrow();
  return row.like_count;
}

/** Which of these comments the person likes. */
export async function listLiked(db: Db, userId: string, commentIds: readonly number[]): Promise<number[]> {
  if (commentIds.length === 0) return [];
  const rows = await db
    .selectFrom("comment_likes")
    .select("comment_id")
    .where("user_id", "=", userId)
    .where("comment_id", "in", commentIds)
    .execute();
  return rows.map((row) => row.comment_id);
}

/** All likes of a person, by comment, after this one. */
export async function listLikesBy(db: Db, userId: string, amount: number, after?: CommentLike): Promise<CommentLike[]> {
  const rows = await db
    .selectFrom("comment_likes")
    .selectAll()
    .where("user_id", "=", userId)
    .where("comment_id", ">", after?.commentId ?? 0)
    .orderBy("comment_id")
    .limit(amount)
    .execute();
  return rows.map((row) => ({ commentId: row.comment_id, userId: row.user_id, createdAt: row.created_at }));
}
