import { countRatings } from "../../data/ratings.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";

/** A meme as it is rated now, and how often each rating was given to it; by rating less one. */
export async function readHistogram(ctx: Ctx, memeId: string) {
  const meme = await findVisibleMeme(ctx, memeId);
  return { meme, histogram: await countRatings(ctx.db, meme.id) };
}
