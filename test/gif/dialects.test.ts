import { describe, expect, test } from "bun:test";
import type { z } from "zod";

import { rateMeme } from "../../src/core/ratings/rate-meme.ts";
import { DIALECTS, type World } from "../world.ts";
import * as demands from "./demands.ts";
import { openGifWorld, gifKey, SHOWN } from "./gif-world.ts";

interface TenorAnswer {
  results: {
    id: string;
    content_description: string;
    flags: string[];
    media_formats: Record<string, { url: string; dims: number[] }>;
  }[];
  next: string;
}

async function ask<T>(world: World, path: string, status = 200): Promise<T> {
  const response = await world.as().get(path);
  expect(response.status, path).toBe(status);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  return (await response.json()) as T;
}

const hold = (schema: z.ZodType, answer: unknown, name: string) =>
  expect(schema.safeParse(answer).error?.message, name).toBeUndefined();

const sortedWords = ({ results }: TenorAnswer) => results.map((one) => one.content_description).sort();

describe.each(DIALECTS)("GIF searches on %s", (dialect) => {
  test("Tenor's dialect: complete answers, filters, pages, terms and refusals", async () => {
    await using gifs = await openGifWorld(dialect);
    const { world, key, memes, by } = gifs;
    const tenor = <T = TenorAnswer>(path: string, status?: number) =>
      ask<T>(world, `/tenor/v2/${path}${path.includes("?") ? "&" : "?"}key=${key}`, status);

    const found = await tenor("search?q=cat&pos=&limit=50");
    expect(sortedWords(found)).toEqual(SHOWN);
    expect(found.next).toBe("");
    for (const answer of [found, await tenor("featured?limit=50")])
      for (const [name, schema] of Object.entries(demands.TENOR_DEMANDS)) hold(schema, answer, name);
    const { media_formats: media, flags } = found.results.find(({ id }) => id === memes.moving.id)!;
    expect(flags).toEqual([]);
    expect(media.tinygif).toMatchObject({ dims: [220, 147], duration: 0.5 });
    const file = await fetch(media.tinygif!.url.replace(world.addresses.url, world.origin));
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/gif"]);
    expect((await file.bytes()).length).toBe((media.tinygif as unknown as { size: number }).size);

    expect(sortedWords(await tenor("search?q=cat&searchfilter=-static&pos=0"))).toEqual(["moving cat"]);
    expect(sortedWords(await tenor("search?q=cat&searchfilter=static,sticker"))).toEqual(["sticker cat #cats"]);
    expect(sortedWords(await tenor("search?q=cat&ar_range=wide&random=true"))).toEqual(SHOWN);
    expect(Object.keys((await tenor("search?q=cat&media_filter=gif,tinygif")).results[0]!.media_formats)).toEqual([
      "gif",
      "tinygif",
    ]);
    // Complete or absent: only one has videos.
    for (const [name, { formats, schema }] of Object.entries(demands.TENOR_VIDEO_DEMANDS)) {
      const answer = await tenor(`search?q=cat&media_filter=${formats}`);
      expect(sortedWords(answer), name).toEqual(["moving cat"]);
      hold(schema, answer, name);
    }

    // Nothing else than what is asked for.
    const namesOf = async (path: string) =>
      Object.keys((await tenor(path)).results.find(({ id }) => id === memes.moving.id)!.media_formats).join();
    for (const asked of ["tinygif,mp4", "loopedmp4", "loopedmp4,mp4"])
      for (const path of ["search?q=cat", "featured?limit=50", `posts?ids=${memes.moving.id}`])
        expect(await namesOf(`${path}&media_filter=${asked}`)).toBe(asked);
    expect(await namesOf("search?q=cat")).toContain("mp4,tinymp4,nanomp4,webm,tinywebm,nanowebm,loopedmp4");

    const seen: string[] = [];
    for (let pos = "", pages = 0; pages < 10; pages++) {
      const page = await tenor(`featured?limit=2&pos=${pos}`);
      seen.push(...page.results.map(({ id }) => id));
      if ((pos = page.next) === "") break;
    }
    const { moving, still, sticker, family, mature, hidden, later } = memes;
    expect(seen.toSorted()).toEqual([moving, still, sticker, family].map(({ id }) => id).sort());

    expect(sortedWords(await tenor("featured?contentfilter=high"))).toEqual(["tame dog"]);
    expect(sortedWords(await tenor("search?q=cat&contentfilter=off"))).toEqual(SHOWN);
    const all = await gifKey(world, by, { mature: true });
    const withMature = await ask<TenorAnswer>(world, `/tenor/v2/search?q=cat&contentfilter=off&key=${all}`);
    expect(sortedWords(withMature)).toEqual(["mature cat", ...SHOWN]);
    const ids = [hidden, mature, later, still].map(({ id }) => id).join(",");
    expect((await tenor(`posts?ids=${ids},nonsense`)).results.map(({ id }) => id)).toEqual([still.id]);

    const categories = await tenor<{ tags: { searchterm: string }[] }>("categories?type=featured");
    hold(demands.tenorCategories, categories, "categories");
    expect(categories.tags.map(({ searchterm }) => searchterm)).toEqual(["cats"]);
    expect(await tenor<object>("autocomplete?q=so%20ca")).toEqual({ locale: "en", results: ["cats"] });
    expect(await tenor<object>("search_suggestions?q=zebra")).toEqual({ locale: "en", results: [] });
    expect(await tenor<object>(`registershare?id=${still.id}`)).toEqual({});
    for (const path of ["search", "trending"]) {
      const older = await ask(world, `/tenor/v1/${path}?q=cat&contentfilter=mild&media_filter=minimal&key=${key}`);
      hold(demands.tenor1, older, path);
    }

    hold(demands.tenorBadKey, await ask(world, "/tenor/v2/search?q=cat&key=gif_wrong", 400), "bad key");
    const refused = async (path: string, status: number, word: string) =>
      expect(await ask<object>(world, path, status)).toMatchObject({ error: { code: status, status: word } });
    await refused("/tenor/v2/search?q=cat", 403, "PERMISSION_DENIED");
    await refused(`/tenor/v2/search?q=&key=${key}`, 400, "INVALID_ARGUMENT");
    await refused(`/tenor/v2/search?q=cat&limit=many&key=${key}`, 400, "INVALID_ARGUMENT");
    for (const path of ["search?q=cat", "featured?limit=1"])
      for (const pos of ["nonsense", "e30", "9".repeat(2000)]) {
        const { error } = await tenor<{ error: object }>(`${path}&pos=${pos}`, 400);
        const message =
          "We don't know this pos. Take it from next in the answer before, or leave it out to start again.";
        expect(error).toMatchObject({ code: 400, status: "INVALID_ARGUMENT", message });
      }
    await refused(`/tenor/v2/nothing?key=${key}`, 404, "NOT_FOUND");
    expect((await world.as().post(`/tenor/v2/search?key=${key}`)).status).toBe(405);
  });

  test("a mature meme is found by its id only if it is asked for, with a key that may", async () => {
    await using gifs = await openGifWorld(dialect);
    const { world, key, memes, by } = gifs;
    const { mature, still, family } = memes;
    const mayKey = await gifKey(world, by, { mature: true });
    const found = async (path: string, filter: string, withKey: string) => {
      const keyed = path.replace("KEY", withKey) + (path.includes("?") ? "&" : "?") + filter;
      const response = await world.as().get(`${keyed}&key=${withKey}&api_key=${withKey}`);
      const text = await response.text();
      return [mature, still, family].filter(({ id }) => text.includes(id));
    };
    const ids = [mature, still, family].map(({ id }) => id).join(",");
    const lists = [
      [`/tenor/v2/posts?ids=${ids}`, "contentfilter=", "off", "high"],
      [`/giphy/v1/gifs?ids=${ids}`, "rating=", "r", "g"],
    ] as const;
    for (const [path, field, all, strict] of lists) {
      expect(await found(path, field + all, mayKey), path).toEqual([mature, still, family]);
      expect(await found(path, field + all, key), path).toEqual([still, family]);
      for (const none of ["", field]) expect(await found(path, none, mayKey), path).toEqual([still, family]);
      expect(await found(path, field + strict, mayKey), path).toEqual([family]);
    }
    const singles = [
      [`/giphy/v1/gifs/${mature.id}`, "rating=", "r", "g"],
      [`/klipy/api/v1/KEY/gifs/${mature.id}`, "content_filter=", "off", "high"],
    ] as const;
    for (const [path, field, all, strict] of singles) {
      expect(await found(path, field + all, mayKey), path).toEqual([mature]);
      expect(await found(path, field + all, key), path).toEqual([]);
      for (const none of ["", field, field + strict]) expect(await found(path, none, mayKey), path).toEqual([]);
    }
  });

  test("files of one of Giphy's images are as wide and high as it says", async () => {
    await using gifs = await openGifWorld(dialect);
    const { world, key } = gifs;
    type Images = Record<string, Record<string, string>>;
    const path = `/giphy/v1/gifs/trending?api_key=${key}`;
    const { data } = await ask<{ data: { title: string; images: Images }[] }>(world, path);
    const sizes = new Map<string, number[]>();
    for (const one of (await ask<TenorAnswer>(world, `/tenor/v2/featured?key=${key}`)).results)
      for (const { url, dims } of Object.values(one.media_formats)) sizes.set(url, dims);
    for (const { title, images } of data)
      for (const [name, { width, height, url, webp, mp4 }] of Object.entries(images))
        for (const file of [url, webp, mp4])
          if (file && width) expect(sizes.get(file), `${title} ${name}`).toEqual([Number(width), Number(height)]);
    const { images } = data.find(({ title }) => title === "moving cat")!;
    expect(images.original).toContainAllKeys("url width height size webp webp_size mp4 mp4_size".split(" "));
    expect(images.fixed_height).toContainAllKeys("url width height size webp webp_size".split(" "));
    expect(images.fixed_height_small).toContainAllKeys("url width height size".split(" "));
    expect(images.original_mp4).toMatchObject({ width: "300", height: "200", mp4: images.looping!.mp4 });
  });

  test("Giphy's and Klipy's dialects, and what is hidden since", async () => {
    await using gifs = await openGifWorld(dialect);
    const { world, key, memes, by } = gifs;
    const giphy = <T = { data: { id: string }[]; pagination: object }>(path: string, status?: number) =>
      ask<T>(world, `/giphy/v1/${path}${path.includes("?") ? "&" : "?"}api_key=${key}`, status);
    const klipy = <T = { data: { data: { slug: string }[]; has_next: boolean } }>(path: string, status?: number) =>
      ask<T>(world, `/klipy/api/v1/${key}/gifs/${path}`, status);
    const { still, sticker, moving, hidden, mature, later, family } = memes;

    for (const path of ["gifs/search?q=cat", "gifs/trending", `gifs?ids=${still.id},${hidden.id}`, "stickers/trending"])
      hold(demands.giphyList, await giphy(path), path);
    expect((await giphy("gifs/search?q=cat")).data).toHaveLength(3);
    expect((await giphy("gifs/trending?rating=g")).data.map(({ id }) => id)).toEqual([family.id]);
    expect((await giphy("gifs/trending?rating=r")).data).toHaveLength(4);
    expect((await giphy("stickers/search?q=cat")).data.map(({ id }) => id)).toEqual([sticker.id]);
    expect((await giphy(`gifs/related?gif_id=${still.id}`)).data).toHaveLength(3);
    hold(demands.giphyOne, await giphy(`gifs/${moving.id}`), "one");
    hold(demands.giphyOne, await giphy("gifs/random"), "random");
    hold(demands.giphyOne, await giphy("gifs/translate?s=moving"), "translate");
    expect((await giphy<{ data: unknown }>("gifs/random?tag=zebra")).data).toEqual([]);
    for (const { id } of [hidden, mature, later])
      hold(demands.giphyRefusal, await giphy(`gifs/${id}`, 404), "not shown");
    hold(demands.giphyRefusal, await ask(world, "/giphy/v1/gifs/search?q=cat", 401), "no key");
    const categories = async (path: string) => {
      const answer = await giphy<z.output<typeof demands.giphyCategories>>(path);
      hold(demands.giphyCategories, answer, path);
      return [answer.data.map(({ name, gif }) => [name, gif.type]), answer.pagination];
    };
    const whole = { total_count: 1, count: 1, offset: 0 };
    // Hidden, unready and too mature memes are no reason to name their tags.
    expect(await categories("gifs/categories")).toEqual([[["cats", "gif"]], whole]);
    expect(await categories("stickers/categories?limit=5")).toEqual([[["cats", "sticker"]], whole]);
    expect(await categories("gifs/categories?rating=g")).toEqual([[], { total_count: 0, count: 0, offset: 0 }]);
    expect(await categories("gifs/categories?offset=1")).toEqual([[], { total_count: 1, count: 0, offset: 1 }]);

    for (const path of ["search?q=cat&format_filter=gif", "trending?format_filter=gif"])
      hold(demands.klipyGifs, await klipy(path), path);
    expect((await klipy("search?q=cat&format_filter=gif")).data.data).toHaveLength(3);
    const unasked = await klipy("trending");
    expect(unasked.data.data.map(({ slug }) => slug)).toEqual([moving.id]);
    hold(demands.spacebar, unasked, "spacebar");
    for (const [filter, amount] of Object.entries({ "": 1, low: 1, high: 0 })) {
      const answer = await klipy<{ data: { categories: [] } }>(`categories?content_filter=${filter}`);
      hold(demands.klipyCategories, answer, filter);
      expect(answer.data.categories, filter).toHaveLength(amount);
    }
    const pages = [];
    for (let page = 1; page <= 6; page++) {
      const { data } = await klipy(`trending?format_filter=gif&per_page=1&page=${page}`);
      pages.push(...data.data.map(({ slug }) => slug));
      if (!data.has_next) break;
    }
    expect(pages.toSorted()).toEqual([moving, still, sticker, family].map(({ id }) => id).sort());
    // What it could not use follows the last one, and promises nothing.
    await rateMeme(world.ctx(await world.member()), { memeId: moving.id, rating: 5 });
    const ends = [];
    for (const page of [1, 2, 9]) ends.push((await klipy(`trending?per_page=1&page=${page}`)).data);
    expect(ends.map(({ data, has_next }) => [data.map(({ slug }) => slug), has_next])).toEqual([
      [[moving.id], false],
      [[], false],
      [[], false],
    ]);
    for (const page of ["0", "5001", "1000000", "x"])
      expect(await klipy<object>(`trending?page=${page}`, 400)).toEqual({
        result: false,
        errors: { message: ["The page must be a whole number from 1 to 5000."] },
      });
    const missing = await klipy<object>("140000000000000000", 404);
    hold(demands.klipyRefusal, missing, "missing");
    for (const id of [hidden.id, mature.id, "nonsense", "%00", "9".repeat(400)])
      expect(await klipy<object>(id, 404)).toEqual(missing);
    expect((await world.as().post(`/klipy/api/v1/${key}/gifs/share/${still.id}`, { body: "{}" })).status).toBe(200);
    hold(demands.klipyRefusal, await ask(world, "/klipy/api/v1/wrong/gifs/trending", 401), "bad key");

    // An answer that has not changed is not sent again; what is hidden is in none.
    const first = await world.as().get(`/giphy/v1/gifs/trending?api_key=${key}`);
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    const known = { headers: { "If-None-Match": first.headers.get("etag")! } };
    expect((await world.as().get(`/giphy/v1/gifs/trending?api_key=${key}`, known)).status).toBe(304);
    expect((await world.as(by).put(`/v1/meme/${still.id}/disable`)).status).toBe(200);
    const paths = ["/tenor/v2/search?q=cat", "/tenor/v2/featured", `/tenor/v2/posts?ids=${still.id}`];
    const after = [`/giphy/v1/gifs/trending`, `/giphy/v1/gifs?ids=${still.id}`, `/klipy/api/v1/${key}/gifs/trending`];
    for (const path of [...paths, ...after, "/tenor/v2/categories", `/klipy/v2/featured`]) {
      const both = `${path}${path.includes("?") ? "&" : "?"}key=${key}&api_key=${key}`;
      const text = await (await world.as().get(both)).text();
      for (const { id } of [still, hidden, later, mature]) expect(text, path).not.toContain(id);
    }
  });
});
