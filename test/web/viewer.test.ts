import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { sessionCookie } from "./signed-in.ts";

const SLOW = 60_000;
let browser: SharedBrowser;
let world: World;
let ann: TestMember;
/** Best first, which is not the order in which they were posted. */
const best: string[] = [];

beforeAll(async () => {
  world = await openWorld("SQLite");
  ann = await world.member({ name: "ann" });
  const memes = [];
  for (let i = 0; i < 22; i++) memes.push(await world.meme({ by: ann, caption: `a #walk number ${i}` }));
  const fans = await Promise.all([1, 2, 3].map(() => world.member()));
  for (const [at, ratings] of [
    [7, [5, 5, 5]],
    [20, [5, 5]],
    [3, [5]],
  ] as const) {
    for (const [i, rating] of ratings.entries()) await world.rate(fans[i]!, memes[at]!, rating);
    best.push(memes[at]!.id);
  }
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const idOf = (page: Page) => new URL(page.url()).pathname.replace("/meme/", "");
const isAt = (page: Page, id: string) => until(() => idOf(page) === id, `The meme ${id}`);

test.each([true, false])(
  "the list of a meme is walked to its end and back, and left for the list (scripts: %p)",
  async (javaScriptEnabled) => {
    await using tab = await openTab(browser, world, { javaScriptEnabled });
    const { page } = tab;
    await page.goto("/?feed=top&period=7d");
    await page.locator("a.card-picture").first().click();
    await isAt(page, best[0]!);
    await page.getByRole("link", { name: "Next" }).click();
    await isAt(page, best[1]!);
    await page.getByRole("link", { name: "Next" }).click();
    await isAt(page, best[2]!);
    expect(await page.getByRole("link", { name: "Next" }).count()).toBe(0);
    await page.getByRole("link", { name: "Previous" }).click();
    await isAt(page, best[1]!);
    await page.getByRole("link", { name: "Back to the list" }).click();
    await page.waitForURL(/feed=top/);
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);

test(
  "arrow keys and swipes walk it, and one step back is the list",
  async () => {
    await using tab = await openTab(browser, world, { hasTouch: true, viewport: { width: 390, height: 844 } });
    const { page } = tab;
    await page.goto("/?feed=top&period=7d");
    await page.locator("a.card-picture").first().click();
    await page.locator(".meme").waitFor();
    await page.keyboard.press("ArrowRight");
    await isAt(page, best[1]!);
    await page.locator(".meme").waitFor();
    await page.locator(".meme-stage").evaluate((stage) => {
      const touch = (x: number) => new Touch({ identifier: 1, target: stage, clientX: x, clientY: 200 });
      stage.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(300)], bubbles: true }));
      stage.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(100)], bubbles: true }));
    });
    await isAt(page, best[2]!);
    await page.goBack();
    await page.waitForURL(/feed=top/);
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);

test("every list can be walked over the end of a page; what is no list is ignored", async () => {
  const linksOf = async (path: string) => {
    const page = await (await world.as().get(path, { headers: { Accept: "text/html" } })).text();
    return {
      status: page.includes('class="meme"'),
      next: /rel="next" href="([^"]+)" data-older/.exec(page)?.[1]?.replaceAll("&amp;", "&"),
    };
  };
  for (const list of ["/new", "/@ann", "/search?search=walk", "/tag/walk?order=new"]) {
    const page = await (await world.as().get(list, { headers: { Accept: "text/html" } })).text();
    const ids = [...page.matchAll(/id="card-(\d+)"/g)].map(([, id]) => id!);
    expect(ids.length, list).toBe(20);
    const inside = await linksOf(`/meme/${ids[3]}?from=${encodeURIComponent(list)}`);
    expect(inside.next, list).toStartWith(`/meme/${ids[4]}?from=`);
    const over = await linksOf(`/meme/${ids[19]}?from=${encodeURIComponent(list)}`);
    expect(over.next, list).toMatch(/^\/meme\/\d+\?from=.*cursor/);
    expect(ids).not.toContain(over.next!.match(/\d+/)![0]);
  }
  const hidden = `/meme/${best[0]}?from=`;
  for (const from of ["//evil.example", "/settings", "/?feed=top&cursor=%20", "/@nobody", "/?feed=following", "/@%ff"])
    expect((await linksOf(hidden + encodeURIComponent(from))).status, from).toBe(true);
  const cookie = { Cookie: await sessionCookie(world, ann), Accept: "text/html" };
  expect((await world.as().get(`${hidden}%2F%3Ffeed%3Dfollowing`, { headers: cookie })).status).toBe(200);
});
