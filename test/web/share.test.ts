import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import type { Meme } from "../../src/entities/meme.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { openTab, sidewaysScroll } from "./browser.ts";

const SLOW = 600_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

let browser: SharedBrowser;
let world: World;
let meme: Meme;
let address: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  meme = await world.meme({ by: await world.member({ name: "ada" }), caption: "Pass it on" });
  address = `${world.addresses.url}/meme/${meme.id}`;
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

interface SharedData {
  url: string;
  title: string;
  files: { name: string; type: string; size: number }[];
}

/** This browser has no share sheet. Ours writes down what it is given; without files, or as if the tap were too old. */
const giveSheet = (page: Page, { files = true, refuses = 0 } = {}) =>
  page.addInitScript(
    ([takesFiles, refusals]) => {
      const shared: SharedData[] = ((window as { shared?: SharedData[] }).shared = []);
      let left = refusals as number;
      Object.assign(Navigator.prototype, {
        canShare: (data: ShareData) => !data.files || takesFiles,
        share: async ({ url = "", title = "", files: given = [] }: ShareData) => {
          if (left-- > 0) throw new DOMException("No gesture.", "NotAllowedError");
          shared.push({ url, title, files: given.map(({ name, type, size }) => ({ name, type, size })) });
        },
      });
    },
    [files, refuses] as const,
  );

const sharedOn = async (page: Page) => {
  await page.waitForFunction(() => (window as { shared?: SharedData[] }).shared!.length > 0);
  return page.evaluate(() => (window as { shared?: SharedData[] }).shared);
};

const theFile = async () => ({ name: `meme-${meme.id}.png`, type: "image/png", size: (await originalOf()).length });
const originalOf = async () => (await world.as().get(await picturePath())).bytes();
const picturePath = async () => {
  const page = await (await world.as().get(`/meme/${meme.id}`)).text();
  return /data-picture="([^"]+)"/.exec(page)![1]!;
};

describe("Share", () => {
  test.each(["/", "meme"])(
    "hands the picture itself to the share sheet of a phone, from %s",
    async (where) => {
      await using tab = await openTab(browser, world, PHONE);
      const { page } = tab;
      await giveSheet(page);
      await page.goto(where === "/" ? "/" : `/meme/${meme.id}`);
      await page.locator("main [data-share], [data-share-sheet]").first().tap();
      expect(await sharedOn(page)).toEqual([{ url: address, title: "Pass it on", files: [await theFile()] }]);
      expect(await page.locator("dialog").count()).toBe(0);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "hands over the link where the sheet takes no files",
    async () => {
      await using tab = await openTab(browser, world, PHONE);
      await giveSheet(tab.page, { files: false });
      await tab.page.goto(`/meme/${meme.id}`);
      await tab.page.tap("[data-share-sheet]");
      expect(await sharedOn(tab.page)).toEqual([{ url: address, title: "Pass it on", files: [] }]);
    },
    SLOW,
  );

  test(
    "asks for a second tap if the picture took too long for the first",
    async () => {
      await using tab = await openTab(browser, world, PHONE);
      await giveSheet(tab.page, { refuses: 1 });
      await tab.page.goto(`/meme/${meme.id}`);
      await tab.page.tap("[data-share-sheet]");
      await tab.page.getByRole("status").filter({ hasText: "Tap Share once more" }).waitFor();
      await tab.page.tap("[data-share-sheet]");
      expect(await sharedOn(tab.page)).toHaveLength(1);
    },
    SLOW,
  );

  test(
    "copies the link where there is no sheet",
    async () => {
      await using tab = await openTab(browser, world, CLIPBOARD);
      await tab.page.goto(`/meme/${meme.id}`);
      await tab.page.getByRole("button", { name: "Share" }).click();
      await tab.page.getByRole("status").filter({ hasText: "Link copied" }).waitFor();
      expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    },
    SLOW,
  );

  test(
    "on a desktop, a card offers the picture, the file and the link, and closes by keyboard",
    async () => {
      await using tab = await openTab(browser, world, CLIPBOARD);
      const { page } = tab;
      await page.goto("/");
      const open = page.locator("main [data-share]").first();
      await open.press("Enter");
      const sheet = page.getByRole("dialog", { name: "Share this meme" });
      expect(await sheet.locator("button, a").allInnerTexts()).toEqual([
        "Copy picture",
        "Copy link",
        "Download",
        "Close",
      ]);
      expect(await faultsInBothSchemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      expect(await sheet.count()).toBe(0);
      expect(await open.evaluate((link) => link === document.activeElement)).toBe(true);
      await open.click();
      await sheet.getByRole("button", { name: "Copy picture" }).click();
      await page.getByRole("status").filter({ hasText: "Picture copied" }).waitFor();
      expect(await sheet.count()).toBe(0);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );
});

test(
  "Copy picture puts a PNG into the clipboard",
  async () => {
    await using tab = await openTab(browser, world, CLIPBOARD);
    const { page } = tab;
    await page.goto(`/meme/${meme.id}`);
    await page.getByRole("button", { name: "Copy picture" }).click();
    await page.getByRole("status").filter({ hasText: "Picture copied" }).waitFor();
    const size = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const image = await createImageBitmap(await item!.getType("image/png"));
      return [image.width, image.height];
    });
    expect(size).toEqual([8, 6]);
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);

test.each([true, false])(
  "Download saves the original under a name of its own (with scripts: %s)",
  async (javaScriptEnabled) => {
    await using tab = await openTab(browser, world, { javaScriptEnabled, viewport: { width: 320, height: 640 } });
    const { page } = tab;
    await page.goto(`/meme/${meme.id}`);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await page.locator("#share").getByRole("button").count()).toBe(javaScriptEnabled ? 3 : 0);
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(`meme-${meme.id}.png`);
    expect(await Bun.file(await download.path()).bytes()).toEqual(await originalOf());
  },
  SLOW,
);
