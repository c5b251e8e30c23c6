import { listNewestOf, type MemeCursor } from "../../data/newest.ts";
import { isAuthor, isBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import type { PageQuery } from "../lists.ts";
import { findUserBy } from "../users/find-user.ts";
import type { MemePage } from "./read-latest.ts";
import { readChosenPage } from "./read-listed.ts";

/** Newest first. Authors also see their disabled memes. People who come here see them even if they muted the author. */
export async function listMemesOfUser(ctx: Ctx, query: PageQuery<MemeCursor> & { user: string }): Promise<MemePage> {
  const author = await findUserBy(ctx, query.user);
  if (isBlocked(ctx.actor, author.id)) return { items: [], next: undefined };
  const all = isAuthor(ctx.actor, { authorId: author.id });
  return readChosenPage(ctx, query, (part) => listNewestOf(ctx.db, author.id, all, part));
}
