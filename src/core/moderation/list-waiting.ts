import { listHeld, HELD, type MemeCursor } from "../../data/memes.ts";
import { findUsers } from "../../data/users.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { memeCursorOf } from "../memes/list-recent-memes.ts";

/** Memes that wait for the staff, oldest first. */
export async function listWaiting(ctx: Ctx, query: PageQuery<MemeCursor>): Promise<Page<MemeWithAuthor, MemeCursor>> {
  requireStaff(ctx.actor);
  const found = await listHeld(ctx.db, HELD.waiting, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, memeCursorOf);
  const authors = await findUsers(
    ctx.db,
    items.map((meme) => meme.author_id),
  );
  // Whoever deletes the account takes the memes along.
  const shown = items.flatMap((meme) => {
    const author = authors.get(meme.author_id);
    return author ? [{ meme, author }] : [];
  });
  return { items: shown, next };
}
