import { countRatings } from "../../data/ratings.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";

/** A meme's rating, and how often each value was given, indexed by rating - 1. */
export async function readHistogram(ctx: Ctx, memeId: string) {
  const meme = await findVisibleMeme(ctx, memeId);
  return { meme, histogram: await countRatings(ctx.db, meme.id) };
}
