import { describe, expect, test } from "bun:test";

import type { Meme } from "../../src/entities/meme.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";

const pageAt = async (world: World, path: string) => {
  const response = await world.as().get(path, { headers: { Accept: "text/html" } });
  expect(response.status, path).toBe(200);
  return response.text();
};
const shownOn = (html: string) => Array.from(html.matchAll(/data-meme="(\d+)"/g), ([, id]) => id!);

describe.each(DIALECTS)("the front page on %s", (dialect) => {
  test("is Hot, and New has its own address", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const memes: Meme[] = [];
    for (let i = 0; i < 23; i++) memes.unshift(await world.meme({ by: author }));
    const newest = memes.map(({ id }) => id);
    const last = newest.at(-1)!;
    await world.rate(fan, memes.at(-1)!, 5);
    const hot = [last, ...newest.slice(0, -1)];
    const nextOf = (html: string) => /rel="next" href="([^"]+)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    for (const [path, list] of [
      ["/", hot],
      ["/new", newest],
    ] as const) {
      // The kept page says the same as the first.
      for (let i = 0; i < 3; i++) expect(shownOn(await pageAt(world, path))).toEqual(list.slice(0, 20));
      const next = nextOf(await pageAt(world, path));
      expect(next).toStartWith(`${path}?cursor=`);
      expect(shownOn(await pageAt(world, next))).toEqual(list.slice(20));
    }
    await world.rate(fan, memes.at(-1)!, 1);
    for (let i = 0; i < 3; i++) expect(shownOn(await pageAt(world, "/"))).toEqual(newest.slice(0, 20));
  });

  test("old links still lead somewhere", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    for (let i = 0; i < 22; i++) await world.meme({ by: author, age: 1 });
    for (const [old, now] of [
      ["/?feed=new", "/new"],
      ["/?feed=new&age=4", "/new?age=4"],
    ] as const)
      expect((await world.as().get(old)).headers.get("location")).toBe(now);
    // A place among the newest is also one among the hottest.
    const cursor = /cursor=([\w-]+)/.exec(await pageAt(world, "/new"))![1]!;
    expect(shownOn(await pageAt(world, `/?cursor=${cursor}`))).toHaveLength(2);
    expect(shownOn(await pageAt(world, "/?age=1"))).toHaveLength(20);
  });
});

test("an empty period offers the next longer one", async () => {
  await using world = await openWorld("SQLite");
  const offers = {
    "1d": "/?feed=top&amp;period=7d",
    "7d": "/?feed=top&amp;period=1mo",
    "1mo": "/?feed=top&amp;period=all",
  };
  const offered = /button-quiet" href="([^"]+)">See the best of/;
  for (const [period, href] of Object.entries(offers))
    expect(offered.exec(await pageAt(world, `/?feed=top&period=${period}`))?.[1]).toBe(href);
  expect(await pageAt(world, "/?feed=top&period=all")).not.toMatch(offered);
});

test("Hot and Top name their own Atom feeds", async () => {
  await using world = await openWorld("SQLite");
  const feeds = async (path: string) =>
    Array.from((await pageAt(world, path)).matchAll(/atom\+xml" title="[^"]+" href="([^"]+)"/g), ([, href]) => href);
  expect(await feeds("/")).toEqual(["/feed.atom", "/hot.atom"]);
  expect(await feeds("/new")).toEqual(["/feed.atom"]);
  expect(await feeds("/?feed=top&period=1d")).toEqual(["/feed.atom", "/top.atom?period=1d"]);
});
