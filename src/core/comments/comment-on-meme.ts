import { findComment, insertComment } from "../../data/comments.ts";
import { countForMeme } from "../../data/memes.ts";
import type { CommentRow } from "../../data/schema.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";
import { cleanText } from "../text.ts";

const MOST_COMMENT = 1000;

export async function commentOnMeme(
  ctx: Ctx,
  input: { memeId: string; content: string; parent?: number },
): Promise<CommentRow> {
  const { user } = requireMember(ctx.actor);
  const content = cleanText("comment", input.content, { least: 1, most: MOST_COMMENT });
  return inTransaction(ctx, async (tx) => {
    const meme = await findVisibleMeme(tx, input.memeId);
    const parent = input.parent === undefined ? undefined : await findComment(tx.db, input.parent);
    if (input.parent !== undefined && parent?.meme_id !== meme.id)
      throw new DomainError("invalid", "The comment to reply to is not under this meme.");
    const comment = await insertComment(tx.db, {
      meme_id: meme.id,
      author_id: user.id,
      content,
      parent_id: parent?.id ?? null,
      created_at: ctx.now,
    });
    await countForMeme(tx.db, meme.id, { comments: +1 });
    return comment;
  });
}
