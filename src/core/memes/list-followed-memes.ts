import { listNewestFollowed, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import type { PageQuery } from "../lists.ts";
import type { MemePage } from "./read-latest.ts";
import { readListedPage } from "./read-listed.ts";

/** Memes of the people and tags the caller follows, newest first. */
export async function listFollowedMemes(ctx: Ctx, query: PageQuery<MemeCursor> & { age: Age }): Promise<MemePage> {
  const { user } = requireMember(ctx.actor);
  return readListedPage(
    ctx,
    query,
    (part) => listNewestFollowed(ctx.db, user.id, query.age, part),
    ({ id }) => id,
  );
}
