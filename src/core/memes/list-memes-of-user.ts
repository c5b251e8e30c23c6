import { listNewestOfAuthor, type MemeCursor } from "../../data/memes.ts";
import { canSee, isAuthor } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type PageQuery } from "../lists.ts";
import { findUserBy } from "../users/find-user.ts";
import { memeCursorOf, type MemePage } from "./list-recent-memes.ts";

/** Newest first. Authors also see their disabled memes. */
export async function listMemesOfUser(ctx: Ctx, query: PageQuery<MemeCursor> & { user: string }): Promise<MemePage> {
  const author = await findUserBy(ctx, query.user);
  const all = isAuthor(ctx.actor, { authorId: author.id });
  const found = await listNewestOfAuthor(ctx.db, author.id, all, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, memeCursorOf);
  // One may have been hidden between reading the index and reading the rows.
  const seen = items.filter((meme) => canSee(ctx.actor, meme));
  return { items: seen.map((meme) => ({ meme, author })), next };
}
