import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { readSiteHistory } from "../../src/core/stats/read-history.ts";
import { ticksUpTo } from "../../src/http/web/components/bar-chart.tsx";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { FFMPEG } from "../video/clips.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { openTab, unfoldAll } from "./browser.ts";

const SLOW = 600_000;
const MINUTE = 60_000;
const PAGES = ["/about", "/anywhere", "/stats", "/top", "/top?period=1d", "/top?period=1mo"];

let browser: SharedBrowser;
let world: World;
let empty: World;

beforeAll(async () => {
  world = await openWorld("SQLite");
  empty = await openWorld("SQLite");
  const [ada, bob, eve] = [
    await world.member({ name: "ada", perks: ["staff", "pro"] }),
    await world.member({ name: "bob" }),
    await world.member({ name: "eve" }),
  ];
  await world.rate(bob, await world.meme({ by: ada }), 5);
  await world.rate(eve, await world.meme({ by: ada }), 4);
  await world.rate(ada, await world.meme({ by: bob }), 2);
  const hidden = await world.meme({ by: eve });
  await world.rate(ada, hidden, 5);
  await disableMeme(world.ctx(eve), hidden.id);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await empty?.[Symbol.asyncDispose]();
});

test("the ways to post offer videos only where people can post them", async () => {
  await using films = await openWorld("SQLite", { env: { GUFFAW_FFMPEG: FFMPEG } });
  const textOf = async ({ origin }: World, language: string) =>
    (await fetch(`${origin}/anywhere`, { headers: { "Accept-Language": language } })).text();
  expect(await textOf(world, "en")).toContain("Drop a picture on any page here");
  expect(await textOf(films, "en")).toContain("Drop a picture or a video on any page here");
  expect(await textOf(world, "de")).not.toContain("Video");
  expect(await textOf(films, "de")).toContain("ein Bild oder Video");
});

describe("statistics", () => {
  test("are numbers and charts of what is public", async () => {
    const text = await (await world.as().get("/stats")).text();
    expect(text).toContain("3 memes from");
    expect(text).toContain("3 accounts from");
    expect(text).toContain("3 ratings from");
    expect(text).toMatch(/<th scope="row">\w+ \d{4}<\/th><td>3<\/td>/);
    expect(text).not.toContain("style=");
  });

  test("say so if there is nothing", async () => {
    const text = await (await empty.as().get("/stats")).text();
    for (const what of ["No memes.", "No accounts.", "No ratings."]) expect(text).toContain(what);
  });

  test("have lines at round numbers", () => {
    for (const [most, top] of [
      [0, 2],
      [1, 2],
      [3, 4],
      [9, 10],
      [11, 20],
      [72, 100],
      [101, 200],
      [24_913, 40_000],
      [1_000_000, 1_000_000],
    ] as const)
      expect(ticksUpTo(most).at(-1), String(most)).toBe(top);
  });
});

describe.each(DIALECTS)("the site's history on %s", (dialect) => {
  test("counts enabled memes and accounts by month and ratings by day; new ones within a minute, hidden ones not at all", async () => {
    let now = Date.UTC(2026, 3, 30, 12);
    await using site = await openWorld(dialect, { clock: () => now });
    const [ada, bob] = [await site.member(), await site.member()];
    await site.meme({ by: ada });
    now = Date.UTC(2026, 4, 2, 12);
    const meme = await site.meme({ by: ada, age: 4 });
    await site.rate(bob, meme, 3);
    const read = async () => {
      await site.services.cache.look(); // as every request does
      return readSiteHistory({ ...site.ctx(), cache: site.services.cache });
    };
    const history = await read();
    const zeros = (length: number) => Array.from({ length }, () => 0);
    const counts = (list: { count: number }[]) => list.map(({ count }) => count);
    expect(counts(history.memes)).toEqual([...zeros(10), 1, 1]);
    expect(counts(history.accounts)).toEqual([...zeros(10), 2, 0]);
    expect(counts(history.ratings)).toEqual([...zeros(29), 1]);
    expect(history.memes.at(-1)!.start).toBe(Date.UTC(2026, 4, 1));
    expect(history.ratings.at(-1)!.start).toBe(Date.UTC(2026, 4, 2));
    await disableMeme(site.ctx(ada), meme.id);
    const without = await read();
    expect([without.memes.at(-1)!.count, without.ratings.at(-1)!.count]).toEqual([0, 0]);
    await site.meme({ by: ada });
    expect(await read()).toBe(without);
    now += MINUTE;
    expect((await read()).memes.at(-1)!.count).toBe(1);
  });
});

describe("top memers", () => {
  test("are ranked by period", async () => {
    for (const period of ["", "?period=1d", "?period=1mo", "?period=nonsense"]) {
      const text = await (await world.as().get(`/top${period}`)).text();
      expect(text.indexOf(">ada<")).toBeGreaterThan(0);
      expect(text.indexOf(">bob<")).toBeGreaterThan(text.indexOf(">ada<"));
      expect(text).not.toContain(">eve<");
      expect(text).toContain("9 <span");
    }
    expect(await (await empty.as().get("/top")).text()).toContain("First place is up for grabs");
  });
});

describe("the pages", () => {
  test(
    "please axe with everything unfolded, where there is much and where there is nothing",
    async () => {
      for (const site of [world, empty]) {
        await using tab = await openTab(browser, site);
        for (const path of PAGES) {
          await tab.page.goto(path);
          await unfoldAll(tab.page);
          expect(await faultsInBothSchemes(tab.page), path).toEqual([]);
        }
        expect(tab.problems).toEqual([]);
      }
    },
    SLOW,
  );

  test("tell a visitor where to start", async () => {
    const text = await (await world.as().get("/about")).text();
    for (const way of ["/sign-up", "/search", "/top", "/docs", "./guffaw user create"]) expect(text).toContain(way);
  });
});
