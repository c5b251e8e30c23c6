import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";

import { LAUNCH_TIMEOUT, launchChromium } from "../chromium.ts";
import { openWorld, type World } from "../world.ts";
import { faintTexts, openTab, SCHEMES, sidewaysScroll, unfoldAll } from "./browser.ts";

const SLOW = 60_000;
const PAGES = ["/", "/docs", "/no-such-page"];

let browser: Browser;
let world: World;

beforeAll(async () => {
  world = await openWorld("SQLite");
  const [ada, bob] = [await world.member(), await world.member()];
  for (let i = 0; i < 3; i++) await world.rate(bob, await world.meme({ by: ada }), 4);
  browser = await launchChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await browser?.close();
  await world?.[Symbol.asyncDispose]();
});

describe("every page", () => {
  test.each([320, 360, 820, 1440])(
    "fits a window %d pixels wide, with everything unfolded",
    async (width) => {
      await using tab = await openTab(browser, world, { viewport: { width, height: 800 } });
      for (const path of PAGES) {
        await tab.page.goto(path);
        await unfoldAll(tab.page);
        expect(await sidewaysScroll(tab.page), path).toBe(0);
      }
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test.each(SCHEMES)(
    "has no text too faint to read, in the %s scheme",
    async (colorScheme) => {
      await using tab = await openTab(browser, world, { colorScheme });
      for (const path of PAGES) {
        await tab.page.goto(path);
        await unfoldAll(tab.page);
        expect(await faintTexts(tab.page), path).toEqual([]);
      }
    },
    SLOW,
  );

  test(
    "looks different by night",
    async () => {
      const papers = SCHEMES.map(async (colorScheme) => {
        await using tab = await openTab(browser, world, { colorScheme });
        await tab.page.goto("/");
        return await tab.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      });
      const [light, dark] = await Promise.all(papers);
      expect(light).not.toBe(dark);
    },
    SLOW,
  );

  test(
    "begins with a link past the navigation, which shows itself when it is reached",
    async () => {
      await using tab = await openTab(browser, world);
      for (const path of PAGES) {
        await tab.page.goto(path);
        await tab.page.keyboard.press("Tab");
        const skip = tab.page.locator("a.skip");
        expect(await skip.evaluate((one) => one === document.activeElement), path).toBe(true);
        expect((await skip.boundingBox())!.y, path).toBeGreaterThanOrEqual(0);
        await tab.page.keyboard.press("Enter");
        expect(await tab.page.evaluate(() => document.activeElement?.id), path).toBe("main");
      }
    },
    SLOW,
  );

  test(
    "has one main heading, a title and a description of its own",
    async () => {
      await using tab = await openTab(browser, world);
      const titles = new Set<string>();
      for (const path of PAGES) {
        await tab.page.goto(path);
        expect(await tab.page.locator("h1").count(), path).toBe(1);
        expect(await tab.page.locator("meta[name=description]").getAttribute("content"), path).toBeTruthy();
        titles.add(await tab.page.title());
      }
      expect(titles.size).toBe(PAGES.length);
    },
    SLOW,
  );
});

test(
  "the front page shows the totals as they are now",
  async () => {
    await using tab = await openTab(browser, world);
    await tab.page.goto("/");
    expect(await tab.page.locator(".total-value").allInnerTexts()).toEqual(["3", "3", "1"]);
    const bob = await world.member();
    await world.meme({ by: bob });
    await tab.page.reload();
    expect(await tab.page.locator(".total-value").allInnerTexts()).toEqual(["4", "3", "2"]);
    expect(await tab.page.locator(".total-note").allInnerTexts()).toEqual([
      "Ready to be laughed at",
      "0.8 for each meme",
      "Of 3 accounts",
    ]);
    expect(await tab.page.getByRole("link", { name: "Read the API reference" }).getAttribute("href")).toBe("/docs");
    expect(await tab.page.locator("main").innerText()).toContain("./guffaw --help");
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);

test(
  "an address that nobody knows gets a friendly page",
  async () => {
    await using tab = await openTab(browser, world);
    const response = await tab.page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await tab.page.getByRole("link", { name: "Go to the front page" }).click();
    expect(new URL(tab.page.url()).pathname).toBe("/");
  },
  SLOW,
);
