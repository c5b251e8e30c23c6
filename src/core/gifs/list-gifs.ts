import type { MemeCursor } from "../../data/newest.ts";
import { DomainError } from "../../errors.ts";
import { tagNamed } from "../../entities/tag.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { listHotMemes } from "../memes/list-hot-memes.ts";
import { pickRandomMemes } from "../memes/pick-random-memes.ts";
import { searchMemes, type SearchCursor } from "../search/search-memes.ts";
import { listTags } from "../tags/list-tags.ts";
import { listTaggedMemes } from "../tags/list-tagged-memes.ts";
import { memesWithAuthors } from "../memes/read-listed.ts";
import { readGifPage, withFormats, type Gif, type GifPage, type GifQuery, type GifWish } from "./find-gifs.ts";

export function searchGifs(ctx: Ctx, search: string, query: GifQuery<SearchCursor>, wish: GifWish) {
  if (search.trim() === "") throw new DomainError("invalid", message("error.no-search"));
  return readGifPage(ctx, query, wish, (part) => searchMemes(ctx, { ...part, search, age: wish.age }));
}

/** What is hot now. */
export const listHotGifs = (ctx: Ctx, query: GifQuery<MemeCursor>, wish: GifWish): Promise<GifPage<MemeCursor>> =>
  readGifPage(ctx, query, wish, (part) => listHotMemes(ctx, { ...part, age: wish.age }, memesWithAuthors));

/** One of so many, since some may lack a format. */
const DRAWN = 20;
/** Of a search, one of the best. */
const FOUND = 50;

/** One at random, of all or of those that match a search; undefined if there is none. */
export async function pickRandomGif(ctx: Ctx, search: string, wish: GifWish): Promise<Gif | undefined> {
  if (search.trim() === "")
    return (await withFormats(ctx, await pickRandomMemes(ctx, { age: wish.age, count: DRAWN }), wish))[0];
  const { items } = await searchGifs(ctx, search, { amount: FOUND, skip: 0 }, wish);
  return items[Math.floor(Math.random() * items.length)];
}

/** A word to search for, and a meme that it finds. */
export interface GifCategory {
  term: string;
  gif: Gif;
}

const MAX_CATEGORIES = 12;
/** So many memes of a tag are looked at for one that can be shown. */
const TRIED = 5;

/** The most used tags, without those that have nothing to show. */
export async function listGifCategories(ctx: Ctx, wish: GifWish): Promise<GifCategory[]> {
  const tags = await listTags(ctx, "", MAX_CATEGORIES);
  const found = await Promise.all(
    tags.map(async ({ name: term }) => {
      const query = { tag: term, order: "hot", age: wish.age, amount: TRIED, skip: 0 } as const;
      const [gif] = await withFormats(ctx, (await listTaggedMemes(ctx, query, memesWithAuthors)).items, wish);
      return gif && { term, gif };
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** Tags that begin like the last word of what somebody has typed. */
export async function listTermsLike(ctx: Ctx, typed: string, amount: number): Promise<string[]> {
  const word = typed.trim().split(/\s+/).at(-1) ?? "";
  if (word !== "" && tagNamed(word.replace(/^#/, "")) === undefined) return [];
  return (await listTags(ctx, word, amount)).map(({ name }) => name);
}
