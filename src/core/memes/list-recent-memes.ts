import { listNewest, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { readListed } from "./read-listed.ts";

export type MemePage = Page<MemeWithAuthor, MemeCursor>;

export const memeCursorOf = (meme: Meme): MemeCursor => ({ at: meme.createdAt, id: meme.id });

/** Newest first. */
export async function listRecentMemes(ctx: Ctx, query: PageQuery<MemeCursor> & { age: Age }): Promise<MemePage> {
  const found = await listNewest(ctx.db, query.age, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last);
  const ids = items.map(({ id }) => id);
  return { items: await readListed(ctx, ids), next };
}
