import { listNewestOf, type MemeCursor } from "../../data/newest.ts";
import { isAuthor } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type PageQuery } from "../lists.ts";
import { findUserBy } from "../users/find-user.ts";
import type { MemePage } from "./read-latest.ts";
import { readListed } from "./read-listed.ts";

/** Newest first. Authors also see their disabled memes. */
export async function listMemesOfUser(ctx: Ctx, query: PageQuery<MemeCursor> & { user: string }): Promise<MemePage> {
  const author = await findUserBy(ctx, query.user);
  const all = isAuthor(ctx.actor, { authorId: author.id });
  const found = await listNewestOf(ctx.db, author.id, all, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last);
  const ids = items.map(({ id }) => id);
  return { items: await readListed(ctx, ids), next };
}
