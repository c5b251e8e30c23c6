import { findMemes } from "../../data/memes.ts";
import type { Ctx } from "../ctx.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { withAuthors } from "./with-authors.ts";

/** The memes of a list, in this order, as far as the caller may see them. */
export async function readListed(ctx: Ctx, ids: readonly string[]): Promise<MemeWithAuthor[]> {
  const found = await findMemes(ctx.db, ids);
  return withAuthors(
    ctx,
    ids.flatMap((id) => found.get(id) ?? []),
  );
}
