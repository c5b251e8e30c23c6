import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions } from "playwright-core";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { processImage } from "../../src/images/process.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { moving, solid } from "../pictures.ts";
import { openWorld, submitProcessed, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { shiftsOn } from "./layout-shift.ts";
import { WHO, type Who } from "./places.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
/** Two more pages of every list. */
const COUNT = 45;
const WINDOWS: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 860 } },
};
const COMMENTS = 30;

let browser: SharedBrowser;
let world: World;
let bob: TestMember;
let meme: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  const ann = await world.member({ name: "ann", bio: "Two lines about me\nand about my dog." });
  bob = await world.member({ name: "bob" });
  const pictures = [
    solid(640, 420, "#c0392b").jpeg(),
    solid(1200, 1600, "#2980b9").jpeg(),
    solid(300, 1500, "#27ae60").jpeg(),
    solid(900, 90, "#8e44ad").png(),
    solid(400, 300, "#f39c12").ensureAlpha(0.5).png(),
    solid(40, 40, "#16a085").png(),
    moving(3, 320, 240).gif(),
  ];
  const images = await Promise.all(pictures.map(async (one) => processImage(await one.toBuffer())));
  for (let i = 0; i < COUNT; i++) {
    const caption = `My dog #dogs ${"goes on and on ".repeat(i % 7)}`.trim();
    ({ id: meme } = await submitProcessed(world.ctx(ann), { image: images[i % images.length]!, caption, age: 1 }));
  }
  for (let i = 0; i < COMMENTS; i++)
    await commentOnMeme(world.ctx(i % 2 ? ann : bob), { memeId: meme, content: `Comment ${i} ${"more ".repeat(i)}` });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const tabFor = (who: Who, options: BrowserContextOptions) =>
  who === "guest" ? openTab(browser, world, options) : signInTab(browser, world, bob, options);

const PLACES: [name: string, path: () => string][] = [
  ["the feed", () => "/"],
  ["the newest", () => "/new"],
  ["a meme", () => `/meme/${meme}`],
  ["a profile", () => "/@ann"],
  ["a search", () => "/search?search=dog"],
  ["a tag", () => "/tag/dogs"],
];

describe.each(Object.keys(WINDOWS))(
  "on a %s, nothing moves by itself, as pictures arrive and people scroll:",
  (name) => {
    test.each(PLACES)(
      "%s",
      async (_, path) => {
        for (const who of WHO) {
          await using tab = await tabFor(who, WINDOWS[name]!);
          const shifts = await shiftsOn(tab.page, path());
          expect({ who, shifts: shifts.filter(({ early }) => !early) }).toEqual({ who, shifts: [] });
          expect(tab.problems).toEqual([]);
        }
      },
      SLOW,
    );
  },
);

test("a page on which something moves is found out", async () => {
  await using tab = await tabFor("guest", WINDOWS.phone!);
  await tab.page.addInitScript(() => {
    new PerformanceObserver(() => document.querySelector(".feed-head")!.append("A late word. ".repeat(40))).observe({
      type: "paint",
      buffered: true,
    });
  });
  expect((await shiftsOn(tab.page, "/")).length).toBeGreaterThan(0);
});

test("the bar of a phone has its height before its links are there", async () => {
  await using tab = await tabFor("member", WINDOWS.phone!);
  await tab.page.goto("/");
  const heights = await tab.page.locator(".tab-bar").evaluate((bar) => {
    const full = bar.clientHeight;
    bar.replaceChildren();
    return [full, bar.clientHeight];
  });
  expect(heights[0]).toBeGreaterThan(44);
  expect(heights[1]).toBe(heights[0]!);
});

test("the account in the header waits until the header is whole", async () => {
  await using tab = await tabFor("member", WINDOWS.desktop!);
  await tab.page.goto("/");
  const seen = await tab.page.locator(".site-account").evaluate((account) => {
    const visibility = () => getComputedStyle(account).visibility;
    const whole = visibility();
    const header = account.closest("header")!;
    while (header.nextElementSibling) header.nextElementSibling.remove();
    return [whole, visibility()];
  });
  expect(seen).toEqual(["visible", "hidden"]);
});
