import type { Meme } from "../../entities/meme.ts";
import { canSee } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { wantsMeme } from "../filters/wants.ts";
import { withUsers } from "../users/read-users.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";

/** For lists. Drops memes the caller may not see or does not want to see, wherever they came from. */
export const withAuthors = (ctx: Ctx, memes: readonly Meme[]): Promise<MemeWithAuthor[]> =>
  withAnyAuthors(
    ctx,
    memes.filter((meme) => wantsMeme(ctx.actor, meme)),
  );

/** The same with what the caller has muted. */
export function withAnyAuthors(ctx: Ctx, memes: readonly Meme[]): Promise<MemeWithAuthor[]> {
  const seen = memes.filter((meme) => canSee(ctx.actor, meme));
  return withUsers(
    ctx,
    seen,
    ({ authorId }) => authorId,
    (meme, author) => ({ meme, author }),
  );
}
