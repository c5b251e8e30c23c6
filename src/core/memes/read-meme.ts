import type { Ctx } from "../ctx.ts";
import { findVisibleMeme, withAuthor, type MemeWithAuthor } from "./find-visible-meme.ts";

export async function readMeme(ctx: Ctx, id: string): Promise<MemeWithAuthor> {
  return withAuthor(ctx, await findVisibleMeme(ctx, id));
}
