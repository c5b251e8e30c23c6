import { findMemes } from "../../data/memes.ts";
import type { Meme } from "../../entities/meme.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { hasFilter } from "../filters/wants.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { withAnyAuthors, withAuthors } from "./with-authors.ts";

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

/** The memes of a list, as far as the caller may and wants to see them. */
export async function readListed(ctx: Ctx, ids: readonly string[]): Promise<MemeWithAuthor[]> {
  return withAuthors(ctx, await readMemes(ctx, ids));
}

async function readChosen(ctx: Ctx, ids: readonly string[]): Promise<MemeWithAuthor[]> {
  return withAnyAuthors(ctx, await readMemes(ctx, ids));
}

/** How a list shows its memes: as they are, or as answers. */
export interface MemeReader<T> {
  /** In this order, without those that the caller may not or does not want to see. */
  read(ctx: Ctx, ids: readonly string[]): Promise<T[]>;
  idOf(one: T): string;
}

const idOf = ({ meme }: MemeWithAuthor) => meme.id;
export const memesWithAuthors: MemeReader<MemeWithAuthor> = { read: readListed, idOf };
/** Muted ones too: for what the caller has chosen, such as one person's memes. */
const chosenMemes: MemeReader<MemeWithAuthor> = { read: readChosen, idOf };

type ListPlaces<P> = (query: PageQuery<P>) => readonly P[] | Promise<readonly P[]>;

/** So many places are looked at for one that the caller may and wants to see. */
const MAX_BACK = 100;

/**
 * The meme at or before a cursor, and the cursor of a page that has it: none if that is the first. One walk along the
 * index, however far from the beginning.
 */
async function readBefore<P, T>(
  ctx: Ctx,
  { amount, after }: PageQuery<P>,
  list: ListPlaces<P>,
  idAt: (place: P) => string,
  reader: MemeReader<T>,
): Promise<Page<T, P>> {
  const places = await list({ amount: MAX_BACK + amount, skip: 0, after, back: true });
  for (let at = 0; at < Math.min(places.length, MAX_BACK); at += amount) {
    const [one] = await reader.read(ctx, places.slice(at, at + amount).map(idAt));
    if (one === undefined) continue;
    const found = places.findIndex((place) => idAt(place) === reader.idOf(one));
    // From there on, it is the last of a full page.
    return { items: [one], next: places[found + amount] };
  }
  return { items: [], next: undefined };
}

/** After so many rounds a page stays short, and the next one goes on from there. */
const MAX_ROUNDS = 5;

/**
 * A page of memes, from a list of places, each of which is also the cursor of what follows it. What the caller does not
 * want to see is left out, and then as many more places are read as it takes to fill the page. An offset counts all
 * places, so such a page is not filled: the next one would begin with the same memes.
 */
export async function readListedPage<P, T>(
  ctx: Ctx,
  { amount, skip, after, back }: PageQuery<P>,
  list: ListPlaces<P>,
  idAt: (place: P) => string,
  reader: MemeReader<T>,
): Promise<Page<T, P>> {
  if (back) return readBefore(ctx, { amount, skip, after }, list, idAt, reader);
  const rounds = hasFilter(ctx.actor) && skip === 0 ? MAX_ROUNDS : 1;
  const items: T[] = [];
  let next = after;
  for (let round = 1; round <= rounds; round++) {
    const found = pageOf(await list({ amount: amount + 1, skip, after: next }), amount, (last) => last);
    const listed = await reader.read(ctx, found.items.map(idAt));
    const taken = listed.slice(0, amount - items.length);
    items.push(...taken);
    const last = taken.length < listed.length ? reader.idOf(taken.at(-1)!) : undefined;
    next = last === undefined ? found.next : found.items.find((place) => idAt(place) === last);
    if (next === undefined || items.length === amount) break;
  }
  return { items, next };
}

/** A page of what the caller has chosen. What is hidden from them is left out, and the page stays short. */
export async function readChosenPage<P extends { id: string }>(
  ctx: Ctx,
  { amount, skip, after, back }: PageQuery<P>,
  list: ListPlaces<P>,
): Promise<Page<MemeWithAuthor, P>> {
  const idAt = ({ id }: P) => id;
  if (back) return readBefore(ctx, { amount, skip, after }, list, idAt, chosenMemes);
  const { items, next } = pageOf(await list({ amount: amount + 1, skip, after }), amount, (last) => last);
  return { items: await readChosen(ctx, items.map(idAt)), next };
}
