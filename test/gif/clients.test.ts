import { expect, test } from "bun:test";
import { GiphyFetch, gifPaginator, setServerUrl } from "@giphy/js-fetch-api";
import type { GifProvider } from "gif-picker-react";
import { Klipy } from "gif-picker-react/providers/klipy";
import { Tenor } from "gif-picker-react/providers/tenor";

import { openGifWorld, SHOWN } from "./gif-world.ts";

/** With nothing changed but the address. */
test("programs that people use find our memes", async () => {
  await using gifs = await openGifWorld("SQLite");
  const { world, key, memes } = gifs;

  const pickers: GifProvider[] = [
    Tenor(key, { baseUrl: `${world.origin}/tenor/v2/` }),
    Klipy(key, { baseUrl: `${world.origin}/klipy/api/v1/` }),
  ];
  for (const picker of pickers) {
    const found = await picker.search("cat");
    expect(found.map(({ description }) => description).sort()).toEqual(SHOWN);
    for (const { imageUrl, width, height, preview } of found)
      for (const one of [{ imageUrl, width, height }, preview!]) {
        const file = await fetch(one.imageUrl.replace(world.addresses.url, world.origin));
        expect(file.headers.get("content-type")).toBe("image/gif");
        expect(Math.min(one.width, one.height)).toBeGreaterThan(0);
      }
    expect(await picker.getTrending()).toHaveLength(4);
    const [category, ...rest] = await picker.getCategories();
    expect([category!.name, category!.searchTerm, rest.length]).toEqual(["#cats", "cats", 0]);
    expect(await picker.search(category!.searchTerm!)).not.toEqual([]);
    await picker.onClick!(found[0]!, { searchTerm: "cat" });
    await expect(
      (async () => Tenor("wrong", { baseUrl: `${world.origin}/tenor/v2/` }).getTrending())(),
    ).rejects.toThrow();
  }

  setServerUrl(`${world.origin}/giphy/v1/`);
  const giphy = new GiphyFetch(key);
  expect((await giphy.search("cat")).data).toHaveLength(3);
  expect((await giphy.trending({ limit: 2 })).data).toHaveLength(2);
  expect((await giphy.gif(memes.moving.id)).data.id).toBe(memes.moving.id);
  expect((await giphy.gifs([memes.still.id, memes.moving.id])).data).toHaveLength(2);
  expect((await giphy.random()).data.images.original.width).toBeGreaterThan(0);
  expect((await giphy.related(memes.still.id)).data).toHaveLength(3);
  expect((await giphy.trending({ type: "stickers" })).data.map(({ id }) => id)).toEqual([memes.sticker.id]);
  const [category, ...rest] = (await giphy.categories()).data;
  expect([category!.name, rest.length]).toEqual(["cats", 0]);
  expect((await giphy.search(category!.name)).data.map(({ id }) => id)).toContain(String(category!.gif!.id));
  expect((await giphy.subcategories("cats")).data).toEqual([]);
  const next = gifPaginator((offset) => giphy.trending({ offset, limit: 1 }));
  let seen = await next();
  for (let more = await next(); more.length > seen.length; more = await next()) seen = more;
  expect(new Set(seen.map(({ id }) => id)).size).toBe(4);
});
