import { listNewestFollowed, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import { readListedPage, type MemeReader } from "./read-listed.ts";

/** Memes of the people and tags the caller follows, newest first. */
export async function listFollowedMemes<T>(
  ctx: Ctx,
  query: PageQuery<MemeCursor> & { age: Age },
  reader: MemeReader<T>,
): Promise<Page<T, MemeCursor>> {
  const { user } = requireMember(ctx.actor);
  return readListedPage(
    ctx,
    query,
    (part) => listNewestFollowed(ctx.db, user.id, query.age, part),
    ({ id }) => id,
    reader,
  );
}
