import { findComments, listComments } from "../../data/comments.ts";
import type { User } from "../../entities/user.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Ctx } from "../ctx.ts";
import { wantsComment } from "../filters/wants.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import { withUsers } from "../users/read-users.ts";

/** If a meme has no more than these, they are kept. */
export const FEW = 50;

export interface CommentBy {
  comment: Comment;
  by: User;
}

/**
 * Oldest first, without what the caller does not want to see. The caller's access to the meme was checked when it was
 * read.
 */
export async function listMemeComments(
  ctx: Ctx,
  memeId: string,
  query: PageQuery<number>,
): Promise<Page<CommentBy, number>> {
  const { items, next } = pageOf(await readComments(ctx, memeId, query), query.amount, (last) => last.id);
  const comments = await withUsers(
    ctx,
    items.filter((comment) => wantsComment(ctx.actor, comment)),
    ({ authorId }) => authorId,
    (comment, by) => ({ comment, by }),
  );
  return { items: comments, next };
}

/** Names of the people whom these comments reply to, by the id of the comment that is replied to. */
export async function findRepliedTo(ctx: Ctx, comments: readonly CommentBy[]): Promise<Record<number, string>> {
  const listed = new Set(comments.map(({ comment }) => comment.id));
  const elsewhere = comments.flatMap(({ comment: { parentId = 0 } }) =>
    parentId > 0 && !listed.has(parentId) ? [parentId] : [],
  );
  const parents = (await findComments(ctx.db, elsewhere)).filter((comment) => wantsComment(ctx.actor, comment));
  const others = await withUsers(
    ctx,
    parents,
    ({ authorId }) => authorId,
    (comment, by) => ({ comment, by }),
  );
  return Object.fromEntries([...comments, ...others].map(({ comment, by }) => [comment.id, by.username]));
}

async function readComments({ db, cache }: Ctx, memeId: string, { amount, after = 0 }: PageQuery<number>) {
  if (!db.isTransaction) {
    const kept = (await cache.comments.through(memeId, () => listComments(db, memeId, FEW + 1, 0)))!;
    if (kept.length <= FEW) return after === 0 ? kept : kept.filter(({ id }) => id > after);
  }
  return listComments(db, memeId, amount + 1, after);
}
