import { findFormats } from "../../data/formats.ts";
import type { Age } from "../../entities/age.ts";
import type { Format, FormatName } from "../../entities/format.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { isCurrent } from "../memes/formats.ts";
import { readListed } from "../memes/read-listed.ts";

/** A meme with all its formats. */
export interface Gif extends MemeWithAuthor {
  formats: ReadonlyMap<FormatName, Format>;
}

export interface GifWish {
  /** The highest age rating. */
  age: Age;
  /** A meme that lacks one of these is left out: programs expect all of them. */
  formats: readonly FormatName[];
  /** What else a meme must be. */
  accepts?: ((found: Gif) => boolean) | undefined;
}

/** Videos may be stills too: those of one frame, and those that nobody could turn into a GIF. */
export const isStill = ({ formats }: Gif): boolean => formats.get("gif")?.duration === 0;

/** After so many rounds a page stays short, and the next one goes on from there. */
const MAX_ROUNDS = 5;

export interface GifQuery<C> extends Pick<PageQuery<C>, "amount" | "skip" | "after"> {
  /** 1 for programs that count pages: these stay short, or the next one would begin with the same memes. */
  rounds?: number;
}

export interface GifPage<C> extends Page<Gif, C> {
  /** Places of the list that this page has gone through, for programs that count them. */
  passed: number;
}

/** How many places ahead programs that count pages are told of. They stop at an empty page. */
const LOOK_AHEAD = { amount: 50, rounds: 5 };

/** A page of a list, without memes that a program could not use. Reads on until it is full. */
export async function readGifPage<C>(
  ctx: Ctx,
  { amount, skip, after, rounds = MAX_ROUNDS }: GifQuery<C>,
  wish: GifWish,
  list: (query: PageQuery<C>) => Promise<Page<MemeWithAuthor, C>>,
): Promise<GifPage<C>> {
  const items: Gif[] = [];
  let passed = 0;
  let next = after;
  for (let round = 0; round < rounds; round++) {
    const asked = amount - items.length;
    const query = { amount: asked, skip: round === 0 ? skip : 0, ...(next !== undefined && { after: next }) };
    const page = await list(query as PageQuery<C>);
    items.push(...(await withFormats(ctx, page.items, wish)));
    passed += page.next === undefined ? page.items.length : asked;
    next = page.next;
    if (next === undefined || items.length === amount) break;
  }
  if (rounds === 1 && next !== undefined && !(await leadsOn(ctx, next, wish, list))) next = undefined;
  return { items, next, passed };
}

/** Whether anything that a program could use comes next. */
async function leadsOn<C>(
  ctx: Ctx,
  from: C,
  wish: GifWish,
  list: (query: PageQuery<C>) => Promise<Page<MemeWithAuthor, C>>,
): Promise<boolean> {
  let after: C | undefined = from;
  for (let round = 0; round < LOOK_AHEAD.rounds && after !== undefined; round++) {
    const page: Page<MemeWithAuthor, C> = await list({ amount: LOOK_AHEAD.amount, skip: 0, after });
    if ((await withFormats(ctx, page.items, wish)).length > 0) return true;
    after = page.next;
  }
  return false;
}

/** Those of these memes that a program can use, by id and in this order. */
export async function findGifs(ctx: Ctx, ids: readonly string[], wish: GifWish): Promise<Gif[]> {
  return withFormats(ctx, await readListed(ctx, ids), wish);
}

export async function withFormats(ctx: Ctx, found: readonly MemeWithAuthor[], wish: GifWish): Promise<Gif[]> {
  const shown = found.filter(({ meme }) => !meme.disabled && meme.age <= wish.age);
  const rows = await findFormats(
    ctx.db,
    shown.map(({ meme }) => meme.id),
  );
  const byMeme = Map.groupBy(rows, ({ memeId }) => memeId);
  return shown.flatMap((one) => {
    const current = (byMeme.get(one.meme.id) ?? []).filter(({ format }) => isCurrent(one.meme, format));
    const formats = new Map(current.map(({ format }) => [format.name, format]));
    const gif = { ...one, formats };
    return wish.formats.every((name) => formats.has(name)) && (wish.accepts?.(gif) ?? true) ? [gif] : [];
  });
}
