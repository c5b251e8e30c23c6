import { listHeld } from "../../data/held-memes.ts";
import type { MemeCursor } from "../../data/newest.ts";
import type { Held } from "../../entities/meme.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { memeCursorOf } from "../memes/list-recent-memes.ts";
import { withUsers } from "../users/read-users.ts";

export type HeldPage = Page<MemeWithAuthor, MemeCursor>;

/** Memes held for one reason, oldest first. */
export async function listHeldMemes(ctx: Ctx, held: Held, query: PageQuery<MemeCursor>): Promise<HeldPage> {
  requireStaff(ctx.actor);
  const found = await listHeld(ctx.db, held, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, memeCursorOf);
  const memes = await withUsers(
    ctx,
    items,
    ({ authorId }) => authorId,
    (meme, author) => ({ meme, author }),
  );
  return { items: memes, next };
}
