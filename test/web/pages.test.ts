import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type World } from "../world.ts";
import { openTab, SCHEMES } from "./browser.ts";

const SLOW = 600_000;

let browser: SharedBrowser;
let world: World;

beforeAll(async () => {
  world = await openWorld("SQLite");
  const [ada, bob] = [await world.member(), await world.member()];
  for (let i = 0; i < 3; i++) await world.rate(bob, await world.meme({ by: ada }), 4);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test.each([true, false])(
  "pages look different by night, or when they are switched, and stay so; scripts: %p",
  async (javaScriptEnabled) => {
    const papers: string[] = [];
    for (const colorScheme of SCHEMES) {
      await using tab = await openTab(browser, world, { colorScheme, javaScriptEnabled });
      await tab.page.goto("/about");
      papers.push(await paperOf(tab.page));
      if (colorScheme === "dark") continue;
      const sent = tab.page.waitForResponse(/\/theme$/);
      await tab.page.getByRole("button", { name: "Switch theme" }).click();
      await sent;
      await tab.page.locator("html[data-theme=dark]").waitFor();
      expect(new URL(tab.page.url()).pathname).toBe("/about");
      papers.push(await paperOf(tab.page));
      await tab.page.goto("/docs");
      expect(await paperOf(tab.page)).toBe(papers[1]!);
    }
    const [light, switched, dark] = papers;
    expect(light).not.toBe(dark!);
    expect(switched).toBe(dark!);
  },
  SLOW,
);

test(
  "the page about the site shows the totals as they are now",
  async () => {
    await using tab = await openTab(browser, world);
    await tab.page.goto("/about");
    expect(await tab.page.locator(".total-value").allInnerTexts()).toEqual(["3", "3", "1"]);
    const bob = await world.member();
    await world.meme({ by: bob });
    await tab.page.reload();
    expect(await tab.page.locator(".total-value").allInnerTexts()).toEqual(["4", "3", "2"]);
    expect(await tab.page.locator(".total-note").allInnerTexts()).toEqual([
      "Ready to be laughed at",
      "0.8 per meme",
      "Out of 3 accounts",
    ]);
    expect(await tab.page.getByRole("main").getByRole("link", { name: "API reference" }).getAttribute("href")).toBe(
      "/docs",
    );
    expect(await tab.page.locator("main").textContent()).toContain("./guffaw --help");
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
