import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import sharp, { type Sharp } from "sharp";

import { imagePath } from "../../src/core/memes/renditions.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { solid } from "../pictures.ts";
import { until } from "../until.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

let browser: SharedBrowser;
let world: World;
let author: TestMember;
const memes = {} as Record<keyof typeof PICTURES, Meme>;

const PICTURES = {
  comic: () => solid(800, 3220, "#fde").png(),
  photo: () => solid(900, 1200, "#246").jpeg(),
  strip: () => solid(2000, 100, "#ffd").png(),
  icon: () => solid(20, 20, "#39f").png(),
  sticker: () => sharp({ create: { width: 500, height: 400, channels: 4, background: "#a6220080" } }).png(),
  screenshot: () => solid(400, 300, "#eee").png(),
  tower: () => solid(600, 9000, "#cde").png(),
};

beforeAll(async () => {
  world = await openWorld("SQLite");
  author = await world.member({ name: "author" });
  for (const [caption, draw] of Object.entries(PICTURES) as [keyof typeof PICTURES, () => Sharp][]) {
    const image = new Uint8Array(await draw().toBuffer());
    const { meme } = await submitMeme(world.ctx(author), { image, caption, age: 2 });
    memes[caption] = meme;
  }
  await runDueJobs(world.services);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;

describe("a picture on its page", () => {
  test.each([PHONE, DESKTOP])(
    "has the full width if it is tall, so that it can be read: %p",
    async (size) => {
      await using tab = await openTab(browser, world, size);
      await tab.page.goto(`/meme/${memes.comic.id}`);
      const [image, stage] = [await boxOf(tab.page, ".zoom img"), await boxOf(tab.page, ".meme-stage")];
      expect(image.width).toBeCloseTo(stage.width, 0);
      expect(image.height / image.width).toBeCloseTo(3220 / 800, 1);
      expect(await sidewaysScroll(tab.page)).toBe(0);
    },
    SLOW,
  );

  test(
    "is not covered by the button for its full size: below a strip, and elsewhere only under the pointer",
    async () => {
      await using tab = await openTab(browser, world, DESKTOP);
      const { page } = tab;
      await page.goto(`/meme/${memes.strip.id}`);
      const [image, button] = [await boxOf(page, ".zoom img"), await boxOf(page, ".zoom-hint")];
      expect(button.y).toBeGreaterThanOrEqual(image.y + image.height);
      await page.goto(`/meme/${memes.photo.id}`);
      await page.mouse.move(0, 0);
      const isSeen = (seen: string) =>
        until(async () => (await page.locator(".zoom-hint").evaluate((one) => getComputedStyle(one).opacity)) === seen);
      await isSeen("0");
      await page.locator(".zoom").hover();
      await isSeen("1");
    },
    SLOW,
  );

  test.each(["photo", "comic", "strip"] as const)(
    "is not covered by it on a phone, where it is always in sight: %s",
    async (kind) => {
      await using tab = await openTab(browser, world, { ...PHONE, hasTouch: true, isMobile: true });
      await tab.page.goto(`/meme/${memes[kind].id}`);
      const image = await boxOf(tab.page, ".zoom .picture");
      const button = await boxOf(tab.page, ".zoom-hint");
      const header = await boxOf(tab.page, ".site-header");
      expect(button.y).toBeGreaterThanOrEqual(header.y + header.height);
      expect(button.y + button.height).toBeLessThanOrEqual(image.y);
      expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(24);
    },
    SLOW,
  );

  test.each([
    [640, false],
    [1080, true],
  ])(
    "has a column beside it that is never cut off, and stays in a window of %p px: %p",
    async (height, stays) => {
      await using tab = await openTab(browser, world, { viewport: { width: 1280, height } });
      const { page } = tab;
      await page.goto(`/meme/${memes.comic.id}`);
      const side = page.locator(".meme-side");
      const [before, above] = [await boxOf(page, ".meme-side"), await boxOf(page, ".site-header")];
      expect(
        await side.evaluate((one) => [one.scrollHeight - one.clientHeight, getComputedStyle(one).overflowY]),
      ).toEqual([0, "visible"]);
      await page.evaluate(() => scrollTo({ top: 800, behavior: "instant" }));
      const after = await boxOf(page, ".meme-side");
      if (!stays) return expect(after.y).toBeCloseTo(before.y - 800, 0);
      expect(after.y).toBeGreaterThanOrEqual(above.height);
      expect(after.y + after.height).toBeLessThanOrEqual(height);
    },
    SLOW,
  );

  test(
    "fits into the window if it is not, and is enlarged at most twice",
    async () => {
      await using tab = await openTab(browser, world, DESKTOP);
      await tab.page.goto(`/meme/${memes.photo.id}`);
      expect((await boxOf(tab.page, ".zoom img")).height).toBeLessThanOrEqual(680);
      await tab.page.goto(`/meme/${memes.icon.id}`);
      expect((await boxOf(tab.page, ".zoom img")).width).toBe(40);
    },
    SLOW,
  );

  test(
    "is a link to its file without scripts",
    async () => {
      await using tab = await openTab(browser, world, { ...PHONE, javaScriptEnabled: false });
      await tab.page.goto(`/meme/${memes.comic.id}`);
      await tab.page.locator("a[data-zoom]").click({ position: { x: 50, y: 50 } });
      await tab.page.waitForURL(`**${imagePath(memes.comic)}`);
    },
    SLOW,
  );
});

/** What the browser chooses from, as `type: widths`, and the real widths of those files. */
const offeredBy = (page: Page, selector: string) =>
  page.evaluate(async (where) => {
    const all: Record<string, [announced: number, real: number][]> = {};
    for (const one of document.querySelectorAll<HTMLSourceElement | HTMLImageElement>(`${where} :is(source, img)`)) {
      const candidates = one.srcset.split(", ").filter(Boolean);
      all[one.getAttribute("type") ?? "image"] = await Promise.all(
        candidates.map(async (candidate) => {
          const [address, width] = candidate.split(" ") as [string, string];
          const file = Object.assign(new Image(), { src: address });
          await file.decode();
          return [parseInt(width), file.naturalWidth] as [number, number];
        }),
      );
    }
    return all;
  }, selector);

describe("the files of a picture", () => {
  test(
    "are announced with their true widths, as AVIF too",
    async () => {
      await using tab = await openTab(browser, world, DESKTOP);
      const { page } = tab;
      await page.goto(`/meme/${memes.photo.id}`);
      expect(await offeredBy(page, ".zoom")).toEqual({
        "image/avif": [640, 900].map((width) => [width, width]),
        image: [320, 640, 900].map((width) => [width, width]),
      } as never);
      expect(await page.locator(".zoom img").evaluate((image: HTMLImageElement) => image.currentSrc)).toEndWith(
        ".avif",
      );
      // So tall that only the file itself is wide enough to read.
      await page.goto(`/meme/${memes.tower.id}`);
      expect(await offeredBy(page, ".zoom")).toEqual({ image: [85, 400, 600].map((width) => [width, width]) } as never);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test.each([2, 2.625, 3])(
    "are small in the feed of a phone, with %p pixels to each of CSS",
    async (deviceScaleFactor) => {
      await using tab = await openTab(browser, world, { ...PHONE, deviceScaleFactor });
      await tab.page.goto("/new");
      const image = tab.page.locator(`[data-meme="${memes.photo.id}"] .card-picture img`);
      await image.scrollIntoViewIfNeeded();
      await until(() => image.evaluate(({ complete, currentSrc }: HTMLImageElement) => complete && currentSrc !== ""));
      expect(await image.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc)).toEndWith(".small.avif");
      expect((await image.boundingBox())!.width).toBeCloseTo(390 - 32, 0);
    },
    SLOW,
  );

  test("are loaded in the order in which they are seen", async () => {
    const html = await (await fetch(`${world.origin}/?feed=new`)).text();
    const images = html.match(/<img[^>]*>/g)!.filter((image) => image.includes("/i/"));
    expect(images).toHaveLength(Object.keys(PICTURES).length);
    expect(images.map((image) => image.includes('fetchpriority="high"')).indexOf(true)).toBe(0);
    expect(images.filter((image) => image.includes('fetchpriority="high"'))).toHaveLength(1);
    expect(images.map((image) => image.includes('loading="lazy"')).indexOf(true)).toBe(2);
  });

  test("have their own colour behind them only if nothing shines through", async () => {
    for (const [name, clear] of [
      ["sticker", true],
      ["screenshot", false],
      ["photo", false],
    ] as const) {
      const html = await (await world.as().get(`/meme/${memes[name].id}`)).text();
      expect(html.includes("picture-clear"), name).toBe(clear);
      const [, ground] = /class="picture-ground".*?<rect [^>]*fill="(url\(#checks\)|#)/s.exec(html)!;
      expect(ground, name).toBe(clear ? "url(#checks)" : "#");
    }
  });
});

test(
  "a card shows the top of a tall picture, and a small one at most twice as large",
  async () => {
    await using tab = await openTab(browser, world, PHONE);
    const { page } = tab;
    await page.goto("/?feed=new");
    const card = (meme: Meme) => `.card[data-meme="${meme.id}"]`;
    const picture = await boxOf(page, `${card(memes.comic)} .picture`);
    expect(picture.height / picture.width).toBeCloseTo(1.6, 1);
    const image = await boxOf(page, `${card(memes.comic)} img`);
    expect(image.height / image.width).toBeCloseTo(3220 / 800, 1);
    expect(await page.locator(`${card(memes.comic)} .card-all`).textContent()).toBe("See all of it");
    // What the link shows is part of its name.
    expect(await page.locator(card(memes.comic)).getByRole("link", { name: "comic · See all of it" }).count()).toBe(1);
    expect(await page.locator(`${card(memes.photo)} .card-all`).count()).toBe(0);
    expect((await boxOf(page, `${card(memes.icon)} img`)).width).toBe(40);
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);

test(
  "a small picture fits its place in a list of others, like a large one",
  async () => {
    const fan = await world.member();
    for (const meme of [memes.screenshot, memes.icon, memes.photo]) await world.rate(fan, meme, 4);
    await using tab = await signInTab(browser, world, author, PHONE);
    const { page } = tab;
    await page.goto("/notifications");
    for (const sign of await page.locator(".notification-sign").all()) {
      const place = (await sign.boundingBox())!;
      expect(await sign.locator(".picture").boundingBox()).toEqual(place);
      expect(await sign.locator("img").boundingBox()).toEqual(place);
    }
    const image = new Uint8Array(await PICTURES.screenshot().toBuffer());
    const { meme: copy } = await submitMeme(world.ctx(fan), { image, caption: "again", age: 2 });
    await page.goto(`/meme/${copy.id}`);
    expect(await boxOf(page, ".copy-picture img")).toEqual(await boxOf(page, ".copy-picture"));
  },
  SLOW,
);

describe("the full-size view", () => {
  const open = async (page: Page, meme: Meme) => {
    await page.goto(`/meme/${meme.id}`);
    await page.locator("a[data-zoom]").focus();
    await page.keyboard.press("Enter");
    await page.locator("dialog.zoom-view[open]").waitFor();
  };
  const IMAGE = ".zoom-view img";
  const width = async (page: Page) => (await boxOf(page, IMAGE)).width;

  test(
    "is driven by the keyboard, and leaves the page's shortcuts alone",
    async () => {
      await using tab = await openTab(browser, world, PHONE);
      const { page } = tab;
      await open(page, memes.comic);
      expect(await width(page)).toBeCloseTo(390, 0);
      const before = await boxOf(page, IMAGE);
      await page.keyboard.press("ArrowDown");
      expect((await boxOf(page, IMAGE)).y).toBeCloseTo(before.y - 80, 0);
      await page.keyboard.press("+");
      expect(await width(page)).toBeCloseTo(585, 0);
      await page.keyboard.press("0");
      expect(await width(page)).toBeCloseTo(390, 0);
      await page.keyboard.press("j");
      await page.keyboard.press("Escape");
      await page.locator("dialog.zoom-view").waitFor({ state: "detached" });
      expect(page.url()).toEndWith(`/meme/${memes.comic.id}`);
      expect(await page.evaluate(() => document.activeElement?.matches("a[data-zoom]"))).toBe(true);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "zooms with the wheel and a double click, moves when dragged, and closes beside the picture",
    async () => {
      await using tab = await openTab(browser, world, DESKTOP);
      const { page } = tab;
      await open(page, memes.strip);
      // A strip begins large enough to read.
      expect((await boxOf(page, IMAGE)).height).toBe(100);
      const first = await width(page);
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, -100);
      await page.waitForFunction(
        (was) => document.querySelector(".zoom-view img")!.getBoundingClientRect().width > was,
        first,
      );
      await page.keyboard.press("0");
      await page.mouse.down();
      await page.mouse.move(400, 400, { steps: 4 });
      await page.mouse.up();
      expect((await boxOf(page, IMAGE)).x).toBe(-200);
      await page.mouse.dblclick(600, 400);
      expect(await width(page)).toBeCloseTo(first * 2.5, 0);
      await page.keyboard.press("0");
      await page.mouse.click(600, 780);
      await page.locator("dialog.zoom-view").waitFor({ state: "detached" });
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "zooms with two fingers",
    async () => {
      await using tab = await openTab(browser, world, { ...PHONE, hasTouch: true });
      const { page } = tab;
      await open(page, memes.photo);
      const first = await width(page);
      const wire = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", gap: number) =>
        wire.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: type === "touchEnd" ? [] : [195 - gap, 195 + gap].map((x, id) => ({ x, y: 420, id })),
        });
      await touch("touchStart", 40);
      for (const gap of [50, 60, 70, 80]) await touch("touchMove", gap);
      await touch("touchEnd", 80);
      await page.waitForFunction(
        (was) => document.querySelector(".zoom-view img")!.getBoundingClientRect().width > 1.8 * was,
        first,
      );
    },
    SLOW,
  );
});
