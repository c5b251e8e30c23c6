import { listComments } from "../../data/comments.ts";
import type { User } from "../../entities/user.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import { withUsers } from "../users/read-users.ts";

export interface CommentBy {
  comment: Comment;
  by: User;
}

/** Oldest first. The caller's access to the meme was checked when it was read. */
export async function listMemeComments(
  ctx: Ctx,
  meme: Meme,
  { amount, after }: PageQuery<number>,
): Promise<Page<CommentBy, number>> {
  const { items, next } = pageOf(await listComments(ctx.db, meme.id, amount + 1, after), amount, (last) => last.id);
  const comments = await withUsers(
    ctx,
    items,
    ({ authorId }) => authorId,
    (comment, by) => ({ comment, by }),
  );
  return { items: comments, next };
}
