import { listNewestOf, type MemeCursor } from "../../data/newest.ts";
import { isAuthor, isBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type PageQuery } from "../lists.ts";
import { findUserBy } from "../users/find-user.ts";
import type { MemePage } from "./read-latest.ts";
import { readChosen } from "./read-listed.ts";

/** Newest first. Authors also see their disabled memes. People who come here see them even if they muted the author. */
export async function listMemesOfUser(ctx: Ctx, query: PageQuery<MemeCursor> & { user: string }): Promise<MemePage> {
  const author = await findUserBy(ctx, query.user);
  if (isBlocked(ctx.actor, author.id)) return { items: [], next: undefined };
  const all = isAuthor(ctx.actor, { authorId: author.id });
  const found = await listNewestOf(ctx.db, author.id, all, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last);
  const ids = items.map(({ id }) => id);
  return { items: await readChosen(ctx, ids), next };
}
