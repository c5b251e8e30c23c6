import { listComments } from "../../data/comments.ts";
import type { CommentRow, MemeRow, UserRow } from "../../data/schema.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";

export interface CommentBy {
  comment: CommentRow;
  by: UserRow;
}

/** Oldest first. Whether the caller may see the meme was decided when it was read. */
export async function listMemeComments(
  { db }: Ctx,
  meme: MemeRow,
  { amount, after }: PageQuery<number>,
): Promise<Page<CommentBy, number>> {
  const { items, next } = pageOf(await listComments(db, meme.id, amount + 1, after), amount, (last) => last.id);
  const users = await findUsers(
    db,
    items.map((row) => row.author_id),
  );
  const comments = items.flatMap((comment) => {
    const by = users.get(comment.author_id);
    return by ? [{ comment, by }] : [];
  });
  return { items: comments, next };
}
