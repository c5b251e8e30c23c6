import { listMemesOfAuthor } from "../../data/memes.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";

/** All of the caller's memes, newest first, including disabled ones. */
export async function listOwnMemes(ctx: Ctx): Promise<MemeWithAuthor[]> {
  const { user: author } = requireMember(ctx.actor);
  const memes = await listMemesOfAuthor(ctx.db, author.id);
  return memes.map((meme) => ({ meme, author }));
}
