import type { Age } from "../../entities/age.ts";
import { listNewestMemes, type MemeCursor } from "../../data/memes.ts";
import type { Meme } from "../../entities/meme.ts";
import { ALLOWED } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { withAuthors } from "./with-authors.ts";

export type MemePage = Page<MemeWithAuthor, MemeCursor>;

export const memeCursorOf = (meme: Meme): MemeCursor => ({ at: meme.createdAt, id: meme.id });

/** Newest first. */
export async function listRecentMemes(ctx: Ctx, query: PageQuery<MemeCursor> & { age: Age }): Promise<MemePage> {
  const found = await listNewestMemes(ctx.db, ALLOWED[query.age], { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, memeCursorOf);
  return { items: await withAuthors(ctx, items), next };
}
