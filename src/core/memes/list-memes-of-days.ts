import { listDays, type DayCursor } from "../../data/days.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { readListed } from "./read-listed.ts";

/** Memes of the day, newest first. Never a mature one. */
export async function listMemesOfDays(ctx: Ctx, query: PageQuery<DayCursor>): Promise<Page<MemeWithAuthor, DayCursor>> {
  const found = await listDays(ctx.db, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, ({ day }) => ({ day }));
  const ids = items.map(({ id }) => id);
  return { items: await readListed(ctx, ids), next };
}
