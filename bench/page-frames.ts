// How smoothly a long feed scrolls, beside a short one.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { figureOf, type Figure } from "./figure.ts";
import type { PageSite } from "./page-site.ts";
import { DESKTOP, openWindow, PHONE } from "./page-window.ts";
import { median, quantile } from "./statistics.ts";

/** The same pictures without anything around them, a short feed and a long one. */
const COUNTS = { bare: 500, short: 50, long: 500 };
type Kind = keyof typeof COUNTS;
const KINDS = Object.keys(COUNTS) as Kind[];
const MAX_MS = 25;
/** A frame is due every 16.7 ms. A machine that is this late with bare pictures is busy, or has no screen for them. */
const MAX_BARE_MS = 20;
const FRAMES = 120;
const FRAME_PIXELS = 60;

export async function measureFrames(browser: Browser, site: PageSite, rounds: number): Promise<Figure[]> {
  return [
    ...(await measureIn("phone", { ...PHONE, deviceScaleFactor: 1 }, browser, site, rounds)),
    ...(await measureIn("desktop", DESKTOP, browser, site, rounds)),
  ];
}

/** In turn: the 95th percentile of each round. */
async function measureIn(
  name: string,
  options: BrowserContextOptions,
  browser: Browser,
  site: PageSite,
  rounds: number,
): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const pages = {} as Record<Kind, Page>;
  for (const kind of KINDS) {
    const { page } = stack.use(await openWindow(browser, site, "guest", options));
    await page.goto("/new");
    await loadCards(page, COUNTS[kind]);
    if (kind === "bare") await page.evaluate(onlyPictures);
    pages[kind] = page;
  }
  const found = { bare: [], short: [], long: [] } as Record<Kind, number[]>;
  for (let round = 0; round < rounds; round++)
    for (const kind of KINDS) {
      await pages[kind].bringToFront();
      found[kind].push(quantile(await pages[kind].evaluate(scroll, { frames: FRAMES, pixels: FRAME_PIXELS }), 0.95));
    }
  const late = median(found.long) > MAX_MS && median(found.bare) > MAX_BARE_MS;
  const note = `bare pictures ${median(found.bare).toFixed(1)} ms`;
  return (["short", "long"] as const).map((kind) =>
    figureOf(
      {
        name: `frame p95, ${COUNTS[kind]} cards, ${name}`,
        database: "sqlite",
        target: { unit: "ms", max: kind === "long" ? MAX_MS : undefined },
        noisy: late,
        note,
      },
      found[kind],
    ),
  );
}

/** Scrolls until so many are there, and keeps the feed from loading more. */
async function loadCards(page: Page, count: number) {
  for (let shown = 0; shown < count; shown = await page.locator(".card").count()) {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await page.waitForFunction((before) => document.querySelectorAll(".card").length > before, shown);
  }
  await page.evaluate((wanted) => {
    document.querySelector("[data-more]")?.remove();
    for (const item of [...document.querySelectorAll(".feed-list > li")].slice(wanted)) item.remove();
  }, count);
}

/** In one column, because nothing else places them. */
function onlyPictures() {
  const pictures = [...document.querySelectorAll(".card img")];
  document.body.replaceChildren(...pictures);
}

/** Over the end of the list, a step with each frame. Returns the times between frames, in milliseconds. */
async function scroll({ frames, pixels }: { frames: number; pixels: number }): Promise<number[]> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  scrollTo({ top: document.documentElement.scrollHeight - innerHeight - frames * pixels, behavior: "instant" });
  for (let i = 0; i < 30; i++) await frame();
  const times: number[] = [];
  for (let i = 0, last = await frame(); i < frames; i++) {
    scrollBy({ top: pixels, behavior: "instant" });
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}
