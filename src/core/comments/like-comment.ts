import { countLike, deleteLike, insertLike, listLiked } from "../../data/comment-likes.ts";
import { findComment } from "../../data/comments.ts";
import type { Comment } from "../../entities/comment.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { isBlocked, requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { findVisibleMeme, lockVisibleMeme } from "../memes/find-visible-meme.ts";

export interface Which {
  memeId: string;
  commentId: number;
}

export interface Likes {
  likes: number;
  /** By the caller. */
  liked: boolean;
}

/** Idempotent. */
export async function likeComment(ctx: Ctx, which: Which): Promise<Likes> {
  const { user } = requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const { id, likeCount } = await lockComment(tx, which);
    const isNew = await insertLike(tx.db, { commentId: id, userId: user.id, createdAt: ctx.now });
    return { likes: isNew ? await countLike(tx.db, id, +1) : likeCount, liked: true };
  });
}

/** Idempotent. */
export async function unlikeComment(ctx: Ctx, which: Which): Promise<Likes> {
  const { user } = requireMember(ctx.actor);
  return inFreeingTransaction(ctx, async (tx) => {
    const { id, likeCount } = await lockComment(tx, which);
    const wasLiked = await deleteLike(tx.db, id, user.id);
    return { likes: wasLiked ? await countLike(tx.db, id, -1) : likeCount, liked: false };
  });
}

export async function readLikes(ctx: Ctx, { memeId, commentId }: Which): Promise<Likes> {
  const { user } = requireMember(ctx.actor);
  const meme = await findVisibleMeme(ctx, memeId);
  const { likeCount } = requireUnder(ctx, meme.id, await findComment(ctx.db, commentId));
  return { likes: likeCount, liked: (await listLiked(ctx.db, user.id, [commentId])).length > 0 };
}

/** The meme's lock keeps the comment where it is. */
async function lockComment(tx: Ctx, { memeId, commentId }: Which): Promise<Comment> {
  const meme = await lockVisibleMeme(tx, memeId);
  return requireUnder(tx, meme.id, await findComment(tx.db, commentId));
}

function requireUnder({ actor }: Ctx, memeId: string, comment: Comment | undefined): Comment {
  if (comment?.memeId !== memeId || isBlocked(actor, comment.authorId))
    throw new DomainError("not_found", message("error.no-comment"));
  return comment;
}
