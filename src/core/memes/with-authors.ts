import type { Meme } from "../../entities/meme.ts";
import { findUsers } from "../../data/users.ts";
import { canSee } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";

/** For lists. Drops memes the caller may not see, wherever they came from. */
export async function withAuthors(ctx: Ctx, memes: readonly Meme[]): Promise<MemeWithAuthor[]> {
  const seen = memes.filter((meme) => canSee(ctx.actor, meme));
  const authors = await findUsers(
    ctx.db,
    seen.map((meme) => meme.authorId),
  );
  return seen.flatMap((meme) => {
    const author = authors.get(meme.authorId);
    return author ? [{ meme, author }] : [];
  });
}
