import { listComments } from "../../data/comments.ts";
import type { User } from "../../entities/user.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import { withUsers } from "../users/read-users.ts";

/** Comments of a meme with more than these are read page by page. */
const FEW = 50;
/** More than any page, since somebody may have commented after the meme was read. */
const ALL_OF_FEW = 1000;

export interface CommentBy {
  comment: Comment;
  by: User;
}

/** Oldest first. The caller's access to the meme was checked when it was read. */
export async function listMemeComments(
  ctx: Ctx,
  meme: Meme,
  query: PageQuery<number>,
): Promise<Page<CommentBy, number>> {
  const { items, next } = pageOf(await readComments(ctx, meme, query), query.amount, (last) => last.id);
  const comments = await withUsers(
    ctx,
    items,
    ({ authorId }) => authorId,
    (comment, by) => ({ comment, by }),
  );
  return { items: comments, next };
}

/** Few comments are kept, all together. */
async function readComments({ db, cache }: Ctx, meme: Meme, { amount, after = 0 }: PageQuery<number>) {
  if (meme.commentCount > FEW || db.isTransaction) return listComments(db, meme.id, amount + 1, after);
  const all = (await cache.comments.through(meme.id, () => listComments(db, meme.id, ALL_OF_FEW, 0)))!;
  return after === 0 ? all : all.filter(({ id }) => id > after);
}
