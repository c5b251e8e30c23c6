import type { listNewest, MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { readListedPage, type MemeReader } from "./read-listed.ts";

export type MemePage = Page<MemeWithAuthor, MemeCursor>;

type Query = PageQuery<MemeCursor> & { age: Age };

/** A page of a list of all memes. `name` tells its first page from those of other lists. */
export const readLatest = <T>(
  ctx: Ctx,
  name: string,
  query: Query,
  list: typeof listNewest,
  reader: MemeReader<T>,
): Promise<Page<T, MemeCursor>> =>
  readListedPage(
    ctx,
    query,
    (part) => readPlaces(ctx, name, { ...part, age: query.age }, list),
    ({ id }) => id,
    reader,
  );

/** Everybody asks for the first page, so it is kept until a meme changes. */
function readPlaces({ db, cache }: Ctx, name: string, query: Query, list: typeof listNewest) {
  const load = () => list(db, query.age, query);
  if (db.isTransaction || query.after || query.skip > 0) return load();
  return whenReady(cache.firstPages.through(`${name}/${query.age}/${query.amount}`, load), (found) => found!);
}
