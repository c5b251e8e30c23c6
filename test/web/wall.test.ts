import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { updateWonDay } from "../../src/data/days.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { processImage } from "../../src/images/process.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { solid } from "../pictures.ts";
import { until } from "../until.ts";
import { openWorld, submitProcessed, type World } from "../world.ts";
import { openTab, sidewaysScroll } from "./browser.ts";

const SLOW = 600_000;
const COUNT = 45;
/** In days since 1970. */
const FIRST_DAY = 20_000;
/** Wide, square, tall, and far too tall or wide. */
const SIZES = [
  [640, 420],
  [640, 640],
  [640, 800],
  [300, 1500],
  [900, 90],
  [40, 40],
] as const;
const CAPTIONS = [
  "",
  "short",
  "words that go on for a while, ".repeat(12).trim(),
  "two\nlines",
  "two lines in narrow columns",
];

let browser: SharedBrowser;
let world: World;
const memes: Meme[] = [];

beforeAll(async () => {
  world = await openWorld("SQLite");
  const ann = await world.member({ name: "ann" });
  const images = await Promise.all(
    SIZES.map(async ([width, height]) => processImage(await solid(width, height, "#c0392b").jpeg().toBuffer())),
  );
  for (let i = 0; i < COUNT; i++)
    memes.push(
      await submitProcessed(world.ctx(ann), { image: images[i % 6]!, caption: CAPTIONS[i % CAPTIONS.length]!, age: 2 }),
    );
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

interface Shift {
  value: number;
  sources: { node: Node | null }[];
}

interface Box {
  left: number;
  top: number;
  bottom: number;
  /** Pixels of the card that do not fit into it. */
  cut: number;
  /** Pixels of the caption below its last line. */
  empty: number;
}

const boxesOf = (page: Page): Promise<Box[]> =>
  page.locator(".card").evaluateAll((cards) =>
    cards.map((card) => {
      const { left, top, bottom } = card.getBoundingClientRect();
      const caption = card.querySelector(".card-caption");
      const empty = caption ? caption.clientHeight - caption.firstElementChild!.clientHeight : 0;
      return { left, top, bottom, cut: card.scrollHeight - card.clientHeight, empty };
    }),
  );

/** The largest space between two cards of a column. */
function largestGap(boxes: Box[]): number {
  const columns = Object.values(Object.groupBy(boxes, ({ left }) => Math.round(left))) as Box[][];
  return Math.max(...columns.flatMap((column) => column.slice(1).map((box, i) => box.top - column[i]!.bottom)));
}

test.each([
  [320, 1],
  [390, 1],
  [700, 2],
  [950, 2],
  [1024, 3],
  [1280, 3],
  [1600, 4],
])(
  "at %p px, cards are in order in %p columns, without holes, and more go on like that",
  async (width, columns) => {
    await using tab = await openTab(browser, world, { viewport: { width, height: 800 } });
    const { page } = tab;
    await page.goto("/?feed=new");
    await page.evaluate(() => {
      const shown = document as unknown as { shift: number };
      shown.shift = 0;
      new PerformanceObserver((list) => {
        // The footer makes room for more cards, of course.
        for (const { value, sources } of list.getEntries() as unknown as Shift[])
          if (sources.some(({ node }) => node?.parentElement?.closest(".feed-list"))) shown.shift += value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await until(async () => {
      await page.mouse.wheel(0, 3000);
      return (await page.locator(".card").count()) === COUNT;
    });
    const boxes = await boxesOf(page);
    const row = boxes.slice(0, columns);
    expect(new Set(boxes.map(({ left }) => Math.round(left))).size).toBe(columns);
    expect(new Set(row.map(({ top }) => top)).size).toBe(1);
    expect(row.map(({ left }) => left)).toEqual(row.map(({ left }) => left).toSorted((a, b) => a - b));
    expect(Math.max(...boxes.map(({ cut }) => cut))).toBeLessThanOrEqual(0);
    expect(Math.max(...boxes.map(({ empty }) => empty))).toBe(0);
    expect(largestGap(boxes)).toBeLessThan(30);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await page.evaluate(() => (document as unknown as { shift: number }).shift)).toBeLessThan(0.005);
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);

test.each([320, 390, 1280])(
  "at %p px, cards with crowns and medals lose nothing of what they say",
  async (width) => {
    const fan = await world.member();
    for (const [i, meme] of memes.slice(-12).entries()) {
      await updateWonDay(world.db, meme.id, FIRST_DAY + i);
      await world.rate(fan, meme, 5);
    }
    await using tab = await openTab(browser, world, { viewport: { width, height: 800 } });
    const { page } = tab;
    for (const path of ["/day", "/new", "/?feed=top&period=all"]) {
      await page.goto(path);
      expect(await page.locator(".card .crown").count(), path).toBeGreaterThanOrEqual(12);
      expect(Math.max(...(await boxesOf(page)).map(({ cut }) => cut)), path).toBeLessThanOrEqual(0);
      expect(await sidewaysScroll(page), path).toBe(0);
    }
  },
  SLOW,
);
