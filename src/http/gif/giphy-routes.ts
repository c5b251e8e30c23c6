import { z } from "zod";

import { findGifs, type Gif, type GifPage, type GifWish } from "../../core/gifs/find-gifs.ts";
import { listGifCategories, listHotGifs, listTermsLike, pickRandomGif, searchGifs } from "../../core/gifs/list-gifs.ts";
import { isId } from "../../core/ids.ts";
import { PICTURE_FORMATS } from "../../core/memes/make-formats.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import type { GifCall } from "./gif-call.ts";
import { gifRoute, inQuery, type Dialect, type GifRoute } from "./gif-face.ts";
import { ageOfRating, atMost, listOf, offset, text } from "./gif-fields.ts";
import { metaOf, presentGiphy, presentGiphyCategory, refuseGiphy } from "./giphy-present.ts";

export const GIPHY: Dialect = { keyOf: (exchange) => inQuery(exchange, "api_key"), refuse: refuseGiphy };

const MAX_RESULTS = 50;
const MAX_IDS = 100;

const listInput = { limit: atMost(25, MAX_RESULTS), offset, rating: text };
const searchInput = z.object({ ...listInput, q: text });
const trendingInput = z.object(listInput);
const relatedInput = z.object({ ...listInput, gif_id: text });

type Kind = "gif" | "sticker";

/** Stickers are the memes that let through what is behind them. */
const wishOf = (call: GifCall, kind: Kind, rating: string): GifWish => ({
  age: call.upTo(ageOfRating(rating)),
  formats: PICTURE_FORMATS,
  ...(kind === "sticker" && { accepts: ({ meme }) => meme.image.transparent === true }),
});

/**
 * Programs go on at offset + count, and stop when that is the total. So the count has the memes that are left out too,
 * and the total is one more as long as there is more.
 */
function listed<C>(call: GifCall, kind: Kind, from: number, { items, passed, next }: GifPage<C>) {
  const data = items.map((gif) => presentGiphy(call, gif, kind));
  const total = from + passed + (next === undefined ? 0 : 1);
  return { data, pagination: { total_count: total, count: passed, offset: from }, meta: metaOf(data) };
}

const one = (call: GifCall, kind: Kind, gif: Gif | undefined) => {
  const data = gif ? presentGiphy(call, gif, kind) : [];
  return { data, meta: metaOf(data) };
};

const listsOf = (kind: Kind): GifRoute[] => [
  gifRoute({
    path: `/${kind}s/search`,
    input: searchInput,
    handle: async (call, { q, limit: amount, offset: skip, rating }) =>
      listed(call, kind, skip, await searchGifs(call.ctx, q, { amount, skip }, wishOf(call, kind, rating))),
  }),
  gifRoute({
    path: `/${kind}s/trending`,
    input: trendingInput,
    handle: async (call, { limit: amount, offset: skip, rating }) =>
      listed(call, kind, skip, await listHotGifs(call.ctx, { amount, skip }, wishOf(call, kind, rating))),
  }),
  gifRoute({
    path: `/${kind}s/related`,
    input: relatedInput,
    handle: async (call, { limit: amount, offset: skip, rating, gif_id }) => {
      const wish = wishOf(call, kind, rating);
      const isOther: GifWish["accepts"] = (found) => found.meme.id !== gif_id && (wish.accepts?.(found) ?? true);
      return listed(call, kind, skip, await listHotGifs(call.ctx, { amount, skip }, { ...wish, accepts: isOther }));
    },
  }),
  gifRoute({
    path: `/${kind}s`,
    input: z.object({ ids: text, rating: text }),
    handle: async (call, { ids, rating }) => {
      const items = await findById(call, listOf(ids).slice(0, MAX_IDS), wishOf(call, kind, rating));
      return listed(call, kind, 0, { items, passed: items.length, next: undefined });
    },
  }),
];

const singlesOf = (kind: Kind): GifRoute[] => [
  gifRoute({
    path: `/${kind}s/random`,
    changing: true,
    input: z.object({ tag: text, rating: text }),
    handle: async (call, { tag, rating }) =>
      one(call, kind, await pickRandomGif(call.ctx, tag, wishOf(call, kind, rating))),
  }),
  gifRoute({
    path: `/${kind}s/translate`,
    input: z.object({ s: text, rating: text }),
    handle: async (call, { s, rating }) => {
      const found = await searchGifs(call.ctx, s, { amount: 1, skip: 0 }, wishOf(call, kind, rating));
      return one(call, kind, found.items[0]);
    },
  }),
  gifRoute({
    path: `/${kind}s/{id}`,
    input: z.object({ rating: text }),
    handle: async (call, { rating }) => {
      const [gif] = await findById(call, [call.exchange.params.id!], wishOf(call, kind, rating));
      if (!gif) throw new DomainError("not_found", message("error.no-meme"));
      return one(call, kind, gif);
    },
  }),
];

const findById = (call: GifCall, ids: readonly string[], wish: GifWish) => findGifs(call.ctx, ids.filter(isId), wish);

const termsOf = (kind: Kind): GifRoute[] => [
  gifRoute({
    path: `/${kind}s/categories`,
    input: trendingInput,
    handle: async (call, { limit, offset: from, rating }) => {
      const found = await listGifCategories(call.ctx, wishOf(call, kind, rating));
      const data = found.slice(from, from + limit).map((category) => presentGiphyCategory(call, category, kind));
      return words(data, from, found.length);
    },
  }),
  // Tags have none, but programs ask before they search for one.
  gifRoute({ path: `/${kind}s/categories/{id}`, handle: () => words([]) }),
  gifRoute({
    path: `/${kind}s/search/tags`,
    input: z.object({ q: text, limit: atMost(5, MAX_RESULTS) }),
    handle: async (call, { q, limit }) => words((await listTermsLike(call.ctx, q, limit)).map((name) => ({ name }))),
  }),
];

const words = (data: object[], from = 0, total = data.length) => ({
  data,
  pagination: { total_count: total, count: data.length, offset: from },
  meta: metaOf(data),
});

export const giphyRoutes: readonly GifRoute[] = (["gif", "sticker"] as const).flatMap((kind) => [
  ...listsOf(kind),
  ...singlesOf(kind),
  ...termsOf(kind),
]);
