import { listComments } from "../../data/comments.ts";
import type { CommentRow, UserRow } from "../../data/schema.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { readMeme } from "../memes/read-meme.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";

export interface CommentsOfMeme extends MemeWithAuthor {
  comments: { comment: CommentRow; by: UserRow }[];
}

/** Oldest first. */
export async function listMemeComments(
  ctx: Ctx,
  input: { memeId: string; amount: number; after?: number },
): Promise<CommentsOfMeme> {
  const found = await readMeme(ctx, input.memeId);
  const rows = await listComments(ctx.db, found.meme.id, input.amount, input.after);
  const users = await findUsers(
    ctx.db,
    rows.map((row) => row.author_id),
  );
  const comments = rows.flatMap((comment) => {
    const by = users.get(comment.author_id);
    return by ? [{ comment, by }] : [];
  });
  return { ...found, comments };
}
