import { listNewest, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import type { Meme } from "../../entities/meme.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { readListed } from "./read-listed.ts";

export type MemePage = Page<MemeWithAuthor, MemeCursor>;

export const memeCursorOf = (meme: Meme): MemeCursor => ({ at: meme.createdAt, id: meme.id });

/** Newest first. */
export async function listRecentMemes(ctx: Ctx, query: PageQuery<MemeCursor> & { age: Age }): Promise<MemePage> {
  const found = await readNewest(ctx, query.age, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last);
  const ids = items.map(({ id }) => id);
  return { items: await readListed(ctx, ids), next };
}

/** Everybody asks for the first page, so it is kept until a meme changes. */
function readNewest({ db, cache }: Ctx, age: Age, query: PageQuery<MemeCursor>) {
  const load = () => listNewest(db, age, query);
  if (db.isTransaction || query.after || query.skip > 0) return load();
  return whenReady(cache.newest.through(`${age}/${query.amount}`, load), (found) => found!);
}
