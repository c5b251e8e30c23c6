import { z } from "zod";

import { findGifs, isStill, type Gif, type GifWish } from "../../core/gifs/find-gifs.ts";
import { listGifCategories, listHotGifs, searchGifs, listTermsLike } from "../../core/gifs/list-gifs.ts";
import { isId } from "../../core/ids.ts";
import { PICTURE_FORMATS } from "../../core/memes/make-formats.ts";
import type { FormatName } from "../../entities/format.ts";
import { decodeCursor, encodeCursor, memeCursor, searchCursor } from "../cursor.ts";
import type { GifCall } from "./gif-call.ts";
import { gifRoute, inQuery, type Dialect, type GifRoute } from "./gif-face.ts";
import { ageOfFilter, atMost, listOf, text } from "./gif-fields.ts";
import {
  formatNamed,
  presentCategory,
  presentTenor,
  presentTenor1,
  refuseTenor,
  TENOR_FORMATS,
  type TenorFormat,
} from "./tenor-present.ts";

export const TENOR: Dialect = { keyOf: (exchange) => inQuery(exchange, "key"), refuse: refuseTenor };

const MAX_RESULTS = 50;
const LOCALE = "en";

const BAD_POS = "We don't know this pos. Take it from next in the answer before, or leave it out to start again.";

const wishInput = { contentfilter: text, media_filter: text, searchfilter: text, ar_range: text };
const listInput = {
  ...wishInput,
  limit: atMost(20, MAX_RESULTS),
  pos: z.string().max(1000, { error: BAD_POS }).default(""),
};
const searchInput = z.object({ ...listInput, q: text, random: text });
const featuredInput = z.object(listInput);
const termsInput = z.object({ q: text, limit: atMost(20, MAX_RESULTS) });

type Wished = z.output<z.ZodObject<typeof wishInput>>;

/** Sets of formats that have a name. */
const SETS: Record<string, readonly TenorFormat[]> = {
  minimal: ["gif", "tinygif"],
  basic: ["gif", "tinygif", "nanogif"],
};

const isFormat = (name: string): name is TenorFormat => (TENOR_FORMATS as readonly string[]).includes(name);

/** The formats that a program asks for; none if it takes what there is. */
function formatsIn(filter: string): TenorFormat[] {
  const names = listOf(filter).flatMap((name): readonly string[] => SETS[name] ?? [name]);
  return [...new Set(names.filter(isFormat))];
}

/** What a meme must have. */
const neededFor = (asked: readonly TenorFormat[]): readonly FormatName[] =>
  asked.length > 0 ? asked.map(formatNamed) : PICTURE_FORMATS;

/** Width to height. */
const SHAPES: Record<string, readonly [min: number, max: number]> = { wide: [0.42, 2.36], standard: [0.56, 1.78] };

/** Filters may be combined, and a minus means the opposite. */
function acceptedBy({ searchfilter, ar_range }: Wished): GifWish["accepts"] {
  const filters = listOf(searchfilter);
  const shape = SHAPES[ar_range];
  if (filters.length === 0 && !shape) return undefined;
  const is: Record<string, (found: Gif) => boolean> = {
    static: isStill,
    sticker: ({ meme }) => meme.image.transparent === true,
  };
  return (found) => {
    const { width, height } = found.meme.image;
    if (shape && (width / height < shape[0] || width / height > shape[1])) return false;
    return filters.every((filter) => {
      const holds = is[filter.replace(/^-/, "")]?.(found);
      return holds === undefined || holds !== filter.startsWith("-");
    });
  };
}

function wishOf(call: GifCall, input: Wished): GifWish & { asked: TenorFormat[] } {
  const asked = formatsIn(input.media_filter);
  const age = call.upTo(ageOfFilter(input.contentfilter));
  return { age, formats: neededFor(asked), accepts: acceptedBy(input), asked };
}

/** Programs ask for the first page with nothing, or with a zero. */
const placeOf = <C>(pos: string, shape: z.ZodType<C>) =>
  pos === "" || pos === "0" ? {} : { after: decodeCursor(pos, shape, BAD_POS) };

/** The last page says so with an empty text: strict programs want one. */
const nextOf = (next: unknown) => (next === undefined ? "" : encodeCursor(next));

type Present = typeof presentTenor | typeof presentTenor1;

const search = (path: string, present: Present) =>
  gifRoute({
    path,
    input: searchInput,
    handle: async (call, { q, limit, pos, random, ...rest }) => {
      const wish = wishOf(call, rest);
      const query = { amount: limit, skip: 0, ...placeOf(pos, searchCursor) };
      const { items, next } = await searchGifs(call.ctx, q, query, wish);
      const results = items.map((gif) => present(call, gif, wish.asked));
      return { results: random === "true" ? shuffled(results) : results, next: nextOf(next) };
    },
  });

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

const featured = (path: string, present: Present) =>
  gifRoute({
    path,
    input: featuredInput,
    handle: async (call, { limit, pos, ...rest }) => {
      const wish = wishOf(call, rest);
      const query = { amount: limit, skip: 0, ...placeOf(pos, memeCursor) };
      const { items, next } = await listHotGifs(call.ctx, query, wish);
      return { results: items.map((gif) => present(call, gif, wish.asked)), next: nextOf(next) };
    },
  });

const categories = gifRoute({
  path: "/categories",
  input: z.object({ contentfilter: text }),
  handle: async (call, { contentfilter }) => {
    const age = call.upTo(ageOfFilter(contentfilter));
    const found = await listGifCategories(call.ctx, { age, formats: PICTURE_FORMATS });
    return { locale: LOCALE, tags: found.map((one) => presentCategory(call, one)) };
  },
});

const terms = (path: string) =>
  gifRoute({
    path,
    input: termsInput,
    handle: async (call, { q, limit }) => {
      return { locale: LOCALE, results: await listTermsLike(call.ctx, path === "/trending_terms" ? "" : q, limit) };
    },
  });

const posts = gifRoute({
  path: "/posts",
  input: z.object({ ids: text, contentfilter: text, media_filter: text }),
  handle: async (call, { ids, contentfilter, media_filter }) => {
    const asked = formatsIn(media_filter);
    const wish = { age: call.upTo(ageOfFilter(contentfilter)), formats: neededFor(asked) };
    const gifs = await findGifs(call.ctx, listOf(ids).filter(isId).slice(0, MAX_RESULTS), wish);
    return { results: gifs.map((gif) => presentTenor(call, gif, asked)) };
  },
});

/** Programs tell which GIF somebody has sent. Nobody counts it. */
const registerShare = gifRoute({ path: "/registershare", handle: () => ({}) });

const TERMS = ["/autocomplete", "/search_suggestions", "/trending_terms"].map(terms);

export const tenorRoutes: readonly GifRoute[] = [
  search("/search", presentTenor),
  featured("/featured", presentTenor),
  categories,
  ...TERMS,
  posts,
  registerShare,
];

/** As far as programs still speak it. */
export const tenor1Routes: readonly GifRoute[] = [
  search("/search", presentTenor1),
  featured("/trending", presentTenor1),
  ...TERMS,
  registerShare,
];
