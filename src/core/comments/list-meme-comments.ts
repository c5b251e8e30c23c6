import { listComments } from "../../data/comments.ts";
import type { User } from "../../entities/user.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";

export interface CommentBy {
  comment: Comment;
  by: User;
}

/** Oldest first. The caller's access to the meme was checked when it was read. */
export async function listMemeComments(
  { db }: Ctx,
  meme: Meme,
  { amount, after }: PageQuery<number>,
): Promise<Page<CommentBy, number>> {
  const { items, next } = pageOf(await listComments(db, meme.id, amount + 1, after), amount, (last) => last.id);
  const users = await findUsers(
    db,
    items.map((comment) => comment.authorId),
  );
  const comments = items.flatMap((comment) => {
    const by = users.get(comment.authorId);
    return by ? [{ comment, by }] : [];
  });
  return { items: comments, next };
}
