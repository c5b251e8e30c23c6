import { findRating } from "../../data/ratings.ts";
import type { User } from "../../entities/user.ts";
import type { Rating } from "../../entities/rating.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";

export interface RatingWithUser {
  /** Undefined if the person has not rated. */
  rating: Rating | undefined;
  user: User;
}

export async function readOwnRating(ctx: Ctx, memeId: string): Promise<RatingWithUser> {
  const { user } = requireMember(ctx.actor);
  const meme = await findVisibleMeme(ctx, memeId);
  return { rating: await findRating(ctx.db, meme.id, user.id), user };
}
