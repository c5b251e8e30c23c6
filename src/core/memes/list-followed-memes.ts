import type { Age } from "../../entities/age.ts";
import { listNewestFollowed, type MemeCursor } from "../../data/memes.ts";
import { requireMember } from "../access.ts";
import { ALLOWED } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type PageQuery } from "../lists.ts";
import { memeCursorOf, type MemePage } from "./list-recent-memes.ts";
import { withAuthors } from "./with-authors.ts";

/** Memes of people the caller follows, newest first. */
export async function listFollowedMemes(ctx: Ctx, query: PageQuery<MemeCursor> & { age: Age }): Promise<MemePage> {
  const { user } = requireMember(ctx.actor);
  const asked = { ...query, amount: query.amount + 1 };
  const found = await listNewestFollowed(ctx.db, user.id, ALLOWED[query.age].at(-1)!, asked);
  const { items, next } = pageOf(found, query.amount, memeCursorOf);
  return { items: await withAuthors(ctx, items), next };
}
