import { findMemes } from "../../data/memes.ts";
import type { Meme } from "../../entities/meme.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { withAuthors } from "./with-authors.ts";

type Found = Map<string, Meme> | Promise<Map<string, Meme>>;

/** Memes by id, in this order, without those that are gone. `find` reads those that are not in memory. */
export function readMemes(
  { db, cache }: Ctx,
  ids: readonly string[],
  find: (missing: readonly string[]) => Found = (missing) => findMemes(db, missing),
): Meme[] | Promise<Meme[]> {
  // Uncommitted reads must not reach the cache.
  if (db.isTransaction) return whenReady(find(ids), (found) => ids.flatMap((id) => found.get(id) ?? []));
  return whenReady(cache.memes.throughMany(ids, find), (memes) => memes.filter((meme) => meme !== undefined));
}

/** The memes of a list, as far as the caller may see them. */
export async function readListed(ctx: Ctx, ids: readonly string[]): Promise<MemeWithAuthor[]> {
  return withAuthors(ctx, await readMemes(ctx, ids));
}
