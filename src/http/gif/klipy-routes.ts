import { z } from "zod";

import { findGifs, type GifPage, type GifWish } from "../../core/gifs/find-gifs.ts";
import { listGifCategories, type GifCategory, listHotGifs, searchGifs } from "../../core/gifs/list-gifs.ts";
import { isId } from "../../core/ids.ts";
import { PICTURE_FORMATS } from "../../core/memes/make-formats.ts";
import type { FormatName } from "../../entities/format.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import type { GifCall } from "./gif-call.ts";
import { gifRoute, type Dialect, type GifRoute } from "./gif-face.ts";
import { ageOfFilter, atMost, listOf, pageNumber, text } from "./gif-fields.ts";
import { formatsFor, KLIPY_TYPES, presentKlipy, refuseKlipy, type KlipyType } from "./klipy-present.ts";

export const KLIPY: Dialect = { keyOf: ({ params }) => params.key, refuse: refuseKlipy };

const MAX_RESULTS = 50;
const ROOT = "/{key}/gifs";

const listInput = {
  page: pageNumber,
  per_page: atMost(24, MAX_RESULTS),
  content_filter: text,
  format_filter: text,
};
const searchInput = z.object({ ...listInput, q: text });
const trendingInput = z.object(listInput);

/** Programs that do not say what they want read GIFs and videos. */
const UNASKED: readonly FormatName[] = ["gif", "mp4"];

function typesIn(filter: string): KlipyType[] {
  const asked = listOf(filter);
  const known = KLIPY_TYPES.filter((type) => asked.includes(type));
  return known.length > 0 ? known : [...KLIPY_TYPES];
}

function wishOf(call: GifCall, filter: string, format: string): GifWish & { types: KlipyType[] } {
  const types = typesIn(format);
  const formats = types.length < KLIPY_TYPES.length ? formatsFor(types) : UNASKED;
  return { age: call.upTo(ageOfFilter(filter)), formats, types };
}

const listed = (call: GifCall, types: KlipyType[], page: number, amount: number, found: GifPage<unknown>) => ({
  result: true,
  data: {
    data: found.items.map((gif) => presentKlipy(call, gif, types)),
    current_page: page,
    per_page: amount,
    has_next: found.next !== undefined,
    meta: { item_min_width: 50, ad_max_resize_percent: 0 },
  },
});

const search = gifRoute({
  path: `${ROOT}/search`,
  input: searchInput,
  handle: async (call, { q, page, per_page: amount, content_filter, format_filter }) => {
    const wish = wishOf(call, content_filter, format_filter);
    const query = { amount, skip: (page - 1) * amount, rounds: 1 };
    return listed(call, wish.types, page, amount, await searchGifs(call.ctx, q, query, wish));
  },
});

const trending = gifRoute({
  path: `${ROOT}/trending`,
  input: trendingInput,
  handle: async (call, { page, per_page: amount, content_filter, format_filter }) => {
    const wish = wishOf(call, content_filter, format_filter);
    const query = { amount, skip: (page - 1) * amount, rounds: 1 };
    return listed(call, wish.types, page, amount, await listHotGifs(call.ctx, query, wish));
  },
});

const categories = gifRoute({
  path: `${ROOT}/categories`,
  input: z.object({ content_filter: text }),
  handle: async (call, { content_filter }) => {
    const age = call.upTo(ageOfFilter(content_filter));
    const found = await listGifCategories(call.ctx, { age, formats: PICTURE_FORMATS });
    const present = ({ term, gif }: GifCategory) => ({
      category: `#${term}`,
      query: term,
      preview_url: call.address(gif.meme, gif.formats.get("tinygif")!),
    });
    return { result: true, data: { locale: "en_US", categories: found.map(present) } };
  },
});

const item = gifRoute({
  path: `${ROOT}/{slug}`,
  input: z.object({ content_filter: text }),
  handle: async (call, { content_filter }) => {
    const { slug = "" } = call.exchange.params;
    const wish = { age: call.upTo(ageOfFilter(content_filter)), formats: PICTURE_FORMATS };
    const [gif] = isId(slug) ? await findGifs(call.ctx, [slug], wish) : [];
    if (!gif) throw new DomainError("not_found", message("error.no-meme"));
    return { result: true, data: presentKlipy(call, gif, KLIPY_TYPES) };
  },
});

/** Programs tell what somebody has sent or seen. Nobody counts it. */
const told = (what: string): GifRoute => ({
  method: "POST",
  path: `${ROOT}/${what}/{slug}`,
  access: "anyone",
  handle: () => ({ result: true }),
});

export const klipyRoutes: readonly GifRoute[] = [search, trending, categories, item, told("share"), told("view")];
