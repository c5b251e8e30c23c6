// How smoothly a long feed scrolls, beside a short one.
import type { Browser, BrowserContextOptions } from "playwright-core";

import { figureOf, isNoisy, type Figure } from "./figure.ts";
import type { PageSite } from "./page-site.ts";
import { openWindow, type Window } from "./page-window.ts";
import { median, quantile } from "./statistics.ts";

const COUNTS = [50, 500] as const;
const MAX_MS = 25;
/** A frame is due every 16.7 ms. A machine that is this late with a short feed is busy with something else. */
const MAX_SHORT_MS = 20;
const FRAMES = 120;
const FRAME_PIXELS = 60;

interface Round {
  /** 95th percentile of the time between two frames, in milliseconds. */
  p95: number;
  /** CPU time of the page's main thread per frame, in milliseconds. */
  cpu: number;
}

/** In turn: a frame takes as long as everything else on the machine lets it. */
export async function measureFrames(
  browser: Browser,
  site: PageSite,
  name: string,
  options: BrowserContextOptions,
  rounds: number,
): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const feeds = [];
  // One pixel to each of CSS: without a graphics card, pixels are most of the work, and not ours.
  for (const cards of COUNTS)
    feeds.push({
      cards,
      window: stack.use(await openFeed(browser, site, cards, { ...options, deviceScaleFactor: 1 })),
    });
  const found = feeds.map((): Round[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, { window }] of feeds.entries()) found[i]!.push(await scrollOnce(window));
  const p95 = found.map((all) => all.map((one) => one.p95));
  const busy = isNoisy(p95[0]!) || median(p95[0]!) > MAX_SHORT_MS;
  return feeds.map(({ cards }, i) => {
    const target = { unit: "ms", max: i === 0 ? undefined : MAX_MS } as const;
    const noisy = busy && median(p95[i]!) > MAX_MS;
    const note = `CPU ${median(found[i]!.map(({ cpu }) => cpu)).toFixed(1)} ms`;
    return figureOf({ name: `frame p95, ${cards} cards, ${name}`, database: "sqlite", target, noisy, note }, p95[i]!);
  });
}

async function openFeed(
  browser: Browser,
  site: PageSite,
  cards: number,
  options: BrowserContextOptions,
): Promise<Window> {
  const window = await openWindow(browser, site, "guest", options);
  const { page, cdp } = window;
  await page.goto("/new");
  for (let shown = 0; shown < cards; shown = await page.locator(".card").count()) {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await page.waitForFunction((before) => document.querySelectorAll(".card").length > before, shown);
  }
  // Exactly as many, and no more to load.
  await page.evaluate((wanted) => {
    document.querySelector("[data-more]")?.remove();
    for (const item of [...document.querySelectorAll(".feed-list > li")].slice(wanted)) item.remove();
  }, cards);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return window;
}

async function scrollOnce({ page, cdp }: Window): Promise<Round> {
  await page.bringToFront();
  const steps = { frames: FRAMES, pixels: FRAME_PIXELS };
  await page.evaluate(goToStart, steps);
  const cpu = async () =>
    (await cdp.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")!.value * 1000;
  const before = await cpu();
  const times = await page.evaluate(scrollDown, steps);
  return { p95: quantile(times, 0.95), cpu: ((await cpu()) - before) / FRAMES };
}

interface Steps {
  frames: number;
  pixels: number;
}

/** So far above the end of the list that the steps reach it. */
async function goToStart({ frames, pixels }: Steps) {
  scrollTo({ top: document.documentElement.scrollHeight - innerHeight - frames * pixels, behavior: "instant" });
  for (let i = 0; i < 30; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** A step with each frame. Returns the times between them, in milliseconds. */
async function scrollDown({ frames, pixels }: Steps): Promise<number[]> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const times: number[] = [];
  for (let i = 0, last = await frame(); i < frames; i++) {
    scrollBy({ top: pixels, behavior: "instant" });
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}
