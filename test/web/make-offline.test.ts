import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { addTemplate } from "../make/making.ts";
import { until } from "../until.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { sidewaysScroll } from "./browser.ts";
import { drawn, kept, newestMade, openEditor } from "./maker.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: "allow",
} as const;

let browser: SharedBrowser;
let world: World;
let ada: TestMember;
let template: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "ada" });
  template = await addTemplate(world);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

/** The last thing to be kept is the font that was used. */
const isKept = (page: Page) =>
  until(async () => {
    const paths = await page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      return found;
    });
    return ["/make/offline", ".wasm", ".ttf"].every((end) => paths.some((path) => path.endsWith(end)));
  });

test(
  "after a first visit the maker opens without a network, with template and draft, and posts when there is one",
  async () => {
    await using tab = await signInTab(browser, world, ada, PHONE);
    const { page } = tab;
    const path = `/make?template=${template}`;
    await openEditor(page, path);
    await page.fill("#make-text-0", "begun with a network");
    await drawn(page, 1);
    await isKept(page);
    await kept(page, "begun with a network");
    await page.context().setOffline(true);
    await openEditor(page, path);
    expect(await page.inputValue("#make-text-0")).toBe("begun with a network");
    await page.fill("#make-text-1", "finished without");
    await drawn(page, 2);
    await kept(page, "finished without");
    expect(await page.locator(".make-base").evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(60);
    expect(await page.content()).not.toContain("ada");
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.goto("/make");
    await page.waitForSelector(".make-drafts a");
    expect(await page.textContent(".make-drafts a")).toBe("begun with a network / finished without");
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.click(".make-drafts a");
    await page.waitForSelector("meme-maker[data-ready] .make-sheet");
    await page.click("[data-send]");
    await page.waitForSelector("[data-error]:not([hidden])");
    await page.context().setOffline(false);
    await page.waitForURL(/\/meme\/\d+$/);
    const { recipe, meme } = await newestMade(world);
    expect(meme.author_id).toBe(ada.user.id);
    expect(recipe!.boxes.map(({ text }) => text)).toEqual(["begun with a network", "finished without"]);
  },
  SLOW,
);
