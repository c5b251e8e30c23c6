import type { Meme } from "../../entities/meme.ts";
import { canSee } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { withUsers } from "../users/read-users.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";

/** For lists. Drops memes the caller may not see, wherever they came from. */
export function withAuthors(ctx: Ctx, memes: readonly Meme[]): Promise<MemeWithAuthor[]> {
  const seen = memes.filter((meme) => canSee(ctx.actor, meme));
  return withUsers(
    ctx,
    seen,
    ({ authorId }) => authorId,
    (meme, author) => ({ meme, author }),
  );
}
