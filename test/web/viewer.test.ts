import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { changeCollection } from "../../src/core/collections/change-collection.ts";
import { collectMeme } from "../../src/core/collections/collect-meme.ts";
import { createCollection } from "../../src/core/collections/create-collection.ts";
import { updateWonDay } from "../../src/data/days.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { sessionCookie } from "./signed-in.ts";

const SLOW = 600_000;
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

/** Every meme saved, in one collection that is shared, and the best of its own day. */
async function keepAll(): Promise<{ id: number; shareKey?: string | undefined }> {
  const ctx = world.ctx(ann);
  const { id } = await createCollection(ctx, { name: "All" });
  const memes = await world.db.selectFrom("memes").select("id").execute();
  for (const [day, { id: memeId }] of memes.entries()) {
    await collectMeme(ctx, { memeId, collectionId: id });
    await updateWonDay(world.db, memeId, 20_000 + day);
  }
  return await changeCollection(ctx, { id, shared: true });
}

test("every list can be walked over the end of a page; what is no list is ignored", async () => {
  const own = { Cookie: await sessionCookie(world, ann), Accept: "text/html" };
  const guest = { Accept: "text/html" };
  const linksOf = async (path: string, headers: Record<string, string> = guest) => {
    const page = await (await world.as().get(path, { headers })).text();
    return {
      status: page.includes('class="meme"'),
      list: /data-walk="([^"]+)"/.exec(page)?.[1],
      previous: /rel="prev" href="([^"]+)" data-newer/.exec(page)?.[1]?.replaceAll("&amp;", "&"),
      next: /rel="next" href="([^"]+)" data-older/.exec(page)?.[1]?.replaceAll("&amp;", "&"),
    };
  };
  const { id, shareKey } = await keepAll();
  const lists: [list: string, headers: Record<string, string>][] = [
    ...["/new", "/@ann", "/search?search=walk", "/tag/walk?order=new", "/day", `/shared/${shareKey}`].map(
      (list) => [list, guest] as [string, Record<string, string>],
    ),
    ["/saved", own],
    [`/saved/${id}`, own],
  ];
  for (const [list, headers] of lists) {
    const page = await (await world.as().get(list, { headers })).text();
    const ids = [...page.matchAll(/id="card-(\d+)"/g)].map(([, one]) => one!);
    expect(ids.length, list).toBe(20);
    const inside = await linksOf(`/meme/${ids[3]}?from=${encodeURIComponent(list)}`, headers);
    expect(inside.next, list).toStartWith(`/meme/${ids[4]}?from=`);
    const over = await linksOf(`/meme/${ids[19]}?from=${encodeURIComponent(list)}`, headers);
    expect(over.next, list).toMatch(/^\/meme\/\d+\?from=.*cursor/);
    expect(ids).not.toContain(over.next!.match(/\d+/)![0]);
    const back = await linksOf(over.next!, headers);
    expect(back.previous, list).toBe(`/meme/${ids[19]}?from=${encodeURIComponent(list)}`);
    expect((await linksOf(`/meme/${ids[0]}?from=${encodeURIComponent(list)}`, headers)).previous, list).toBeUndefined();
  }
  // What somebody saved is walked by nobody else.
  const bob = { Cookie: await sessionCookie(world, await world.member()), Accept: "text/html" };
  for (const [from, headers] of [
    ["/saved", guest],
    [`/saved/${id}`, guest],
    ["/saved", bob],
    [`/saved/${id}`, bob],
    ["/saved/0", own],
    ["/saved/1/2", own],
    ["/shared", own],
    ["/shared/nothing", guest],
    ["/day?cursor=%20", guest],
  ] as const)
    expect(await linksOf(`/meme/${best[0]}?from=${encodeURIComponent(from)}`, headers), from).toMatchObject({
      status: true,
      list: undefined,
    });
  const hidden = `/meme/${best[0]}?from=`;
  for (const from of ["//evil.example", "/settings", "/?feed=top&cursor=%20", "/@nobody", "/?feed=following", "/@%ff"])
    expect((await linksOf(hidden + encodeURIComponent(from))).status, from).toBe(true);
  expect((await world.as().get(`${hidden}%2F%3Ffeed%3Dfollowing`, { headers: own })).status).toBe(200);
});
