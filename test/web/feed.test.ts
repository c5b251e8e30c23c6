import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { findMeme } from "../../src/data/memes.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const COUNT = 47;

let browser: SharedBrowser;
let world: World;
let ann: TestMember;
let bob: TestMember;
const newest: string[] = [];

beforeAll(async () => {
  world = await openWorld("SQLite");
  [ann, bob] = [await world.member({ name: "ann" }), await world.member({ name: "bob" })];
  for (let i = 0; i < COUNT; i++)
    newest.unshift((await world.meme({ by: i % 5 ? ann : bob, caption: `meme number ${i}` })).id);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const shown = "[data-meme]";
const idsOf = (elements: Element[]) => elements.map((one) => (one as HTMLElement).dataset.meme!);

describe("the feed", () => {
  test(
    "goes on by itself to its end, each meme once, newest first",
    async () => {
      await using tab = await openTab(browser, world);
      await tab.page.goto("/new");
      expect(await tab.page.locator(shown).count()).toBeWithin(20, COUNT + 1);
      for (let i = 0; i < 200 && (await tab.page.locator(shown).count()) < COUNT; i++) {
        await tab.page.mouse.wheel(0, 4000);
        await tab.page.waitForTimeout(150);
      }
      expect(await tab.page.locator(shown).evaluateAll(idsOf)).toEqual(newest);
      expect(await tab.page.locator("[data-more]").count()).toBe(0);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "has links from page to page where scripts are off",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled: false });
      await tab.page.goto("/new");
      const seen: string[] = [];
      for (;;) {
        seen.push(...(await tab.page.locator(shown).evaluateAll(idsOf)));
        const more = tab.page.getByRole("link", { name: "More memes" });
        if ((await more.count()) === 0) break;
        await more.click();
      }
      expect(seen).toEqual(newest);
    },
    SLOW,
  );

  test(
    "shows the best of a time, those of people one follows, and a random one",
    async () => {
      const [one, two] = [newest[3]!, newest[30]!];
      for (const [id, rating] of [[one, 3] as const, [two, 5] as const])
        await world.rate(bob, (await findMeme(world.db, id))!, rating);
      await using tab = await signInTab(browser, world, bob);
      await tab.page.goto("/new");
      await tab.page.getByRole("link", { name: "Top", exact: true }).click();
      await tab.page.getByRole("link", { name: "Day", exact: true }).click();
      expect(await tab.page.locator(shown).evaluateAll(idsOf)).toEqual([two, one]);
      await tab.page.getByRole("link", { name: "Following" }).click();
      expect(await tab.page.locator(shown).count()).toBe(0);
      await followUser(world.ctx(bob), "ann");
      await tab.page.reload();
      const followed = await tab.page.locator(shown).evaluateAll(idsOf);
      expect(followed).toEqual(
        newest.filter((id) => (COUNT - 1 - newest.indexOf(id)) % 5 !== 0).slice(0, followed.length),
      );
      expect(followed.length).toBeGreaterThanOrEqual(20);
      await tab.page.getByRole("link", { name: "Random" }).click();
      expect(newest).toContain(new URL(tab.page.url()).pathname.replace("/meme/", ""));
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "is walked and rated with the keyboard alone; help and search are a key away",
    async () => {
      await using tab = await signInTab(browser, world, ann);
      const { page } = tab;
      await page.goto("/new");
      for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
      const here = await page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-meme]")?.dataset.meme);
      expect(here).toBe(newest[1]);
      await page.keyboard.press("4");
      await page.getByRole("status").filter({ hasText: "Rated 4" }).waitFor();
      expect(await page.locator(`[data-meme="${here}"] [data-rate] b`).innerText()).toBe("4.0");
      await page.keyboard.press("0");
      await page.getByRole("status").filter({ hasText: "You took your rating back" }).waitFor();
      expect(await page.locator(`[data-meme="${here}"] [data-rate]`).innerText()).toContain("Rate it");
      await page.keyboard.press("?");
      await page.getByRole("dialog").filter({ hasText: "← →" }).waitFor();
      // What is open over the page keeps the keys.
      for (const key of ["?", "j", "/"]) await page.keyboard.press(key);
      expect(await page.locator("dialog").count()).toBe(1);
      await page.keyboard.press("Escape");
      expect(await page.getByRole("dialog").count()).toBe(0);
      await page.keyboard.press("/");
      await page.waitForURL(/\/search/);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );
});

test(
  "light and dark can be switched, with scripts and without, and it stays",
  async () => {
    for (const javaScriptEnabled of [true, false]) {
      await using tab = await openTab(browser, world, { javaScriptEnabled, colorScheme: "light" });
      await tab.page.goto("/new");
      const sent = tab.page.waitForResponse(/\/theme$/);
      await tab.page.getByRole("button", { name: "Switch theme" }).click();
      await sent;
      await tab.page.goto("/about");
      expect(await tab.page.locator("html").getAttribute("data-theme")).toBe("dark");
    }
  },
  SLOW,
);
