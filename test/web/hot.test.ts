import { describe, expect, test } from "bun:test";

import { crownMemes } from "../../src/core/memes/crown-memes.ts";
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
      for (let i = 0; i < 4; i++) expect(shownOn(await pageAt(world, path))).toEqual(list.slice(0, 20));
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
      ["/?feed=new&age=1", "/new?age=1"],
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

test("the best of Top have medals, on the first page only", async () => {
  await using world = await openWorld("SQLite");
  const author = await world.member();
  const ids: string[] = [];
  for (let i = 0; i < 22; i++) {
    const meme = await world.meme({ by: author });
    await world.rate(author, meme, 4);
    ids.unshift(meme.id);
  }
  const medals = (html: string) =>
    html
      .split("<article")
      .slice(1)
      .flatMap((card) => {
        const medal = /class="medal medal-(\d)"/.exec(card);
        return medal ? [[/data-meme="(\d+)"/.exec(card)![1]!, medal[1]!]] : [];
      });
  const top = await pageAt(world, "/?feed=top&period=all");
  expect(medals(top)).toEqual(["1", "2", "3"].map((rank, i) => [ids[i]!, rank]));
  for (const place of ["First", "Second", "Third"]) expect(top).toContain(`${place} place`);
  const next = /rel="next" href="([^"]+)"/.exec(top)![1]!.replaceAll("&amp;", "&");
  for (const path of [next, "/", "/new", "/day"]) expect(medals(await pageAt(world, path)), path).toEqual([]);
});

test("the meme of the day wears its crown wherever it is shown, and has a page and a feed", async () => {
  let now = Date.UTC(2026, 10, 17, 12);
  await using world = await openWorld("SQLite", { clock: () => now });
  const [author, fan] = [await world.member(), await world.member()];
  const memes = [await world.meme({ by: author }), await world.meme({ by: author })];
  for (const who of [author, fan]) await world.rate(who, memes[0]!, 5);
  const { id } = memes[0]!;
  expect(await pageAt(world, "/day")).toContain("No meme wears the crown yet");
  const crowned = async (path: string) => {
    const html = await pageAt(world, path);
    expect(html.match(/class="crown"/g), path).toHaveLength(1);
    return html;
  };
  for (let i = 0; i < 3; i++) expect(await pageAt(world, "/")).not.toContain('class="crown"');
  now += 24 * 3_600_000;
  await crownMemes(world.ctx());
  for (let i = 0; i < 3; i++)
    for (const path of ["/", "/new", "/?feed=top&period=all", `/meme/${id}`])
      expect(await crowned(path)).toContain('aria-label="Meme of the day, 17 November 2026"');
  expect(shownOn(await crowned("/day"))).toEqual([id]);
  expect(await pageAt(world, "/day")).toContain("<span>17 November 2026</span>");
  const feed = await (await world.as().get("/day.atom")).text();
  expect(feed).toContain(`<id>${world.addresses.url}/meme/${id}</id>`);
  expect(feed).not.toContain(memes[1]!.id);
  // It came into the feed at midnight.
  expect(feed.match(/<updated>2026-11-18T00:00:00.000Z</g)).toHaveLength(2);
});

test("Hot and Top name their own Atom feeds", async () => {
  await using world = await openWorld("SQLite");
  const feeds = async (path: string) =>
    Array.from((await pageAt(world, path)).matchAll(/atom\+xml" title="[^"]+" href="([^"]+)"/g), ([, href]) => href);
  expect(await feeds("/")).toEqual(["/feed.atom", "/hot.atom"]);
  expect(await feeds("/new")).toEqual(["/feed.atom"]);
  expect(await feeds("/day")).toEqual(["/feed.atom", "/day.atom"]);
  expect(await feeds("/?feed=top&period=1d")).toEqual(["/feed.atom", "/top.atom?period=1d"]);
});
