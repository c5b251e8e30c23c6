import { listNewestFollowed, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type PageQuery } from "../lists.ts";
import type { MemePage } from "./read-latest.ts";
import { readListed } from "./read-listed.ts";

/** Memes of people the caller follows, newest first. */
export async function listFollowedMemes(ctx: Ctx, query: PageQuery<MemeCursor> & { age: Age }): Promise<MemePage> {
  const { user } = requireMember(ctx.actor);
  const found = await listNewestFollowed(ctx.db, user.id, query.age, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last);
  const ids = items.map(({ id }) => id);
  return { items: await readListed(ctx, ids), next };
}
