// How smoothly a long feed scrolls, beside a short one.
import type { Browser, BrowserContextOptions } from "playwright-core";

import { figureOf, type Figure } from "./figure.ts";
import type { PageSite } from "./page-site.ts";
import { openWindow, type Window } from "./page-window.ts";
import { median, quantile } from "./statistics.ts";

/** The same pictures without anything around them, a short feed and a long one. */
const COUNTS = { bare: 500, short: 50, long: 500 };
type Kind = keyof typeof COUNTS;
const KINDS = Object.keys(COUNTS) as Kind[];
const MAX_MS = 25;
/** A frame is due every 16.7 ms. A machine that is this late with bare pictures is busy, or too slow for any of this. */
const MAX_BARE_MS = 20;
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
  const windows = {} as Record<Kind, Window>;
  // One pixel to each of CSS: without a graphics card, pixels are most of the work, and not ours.
  for (const kind of KINDS)
    windows[kind] = stack.use(await openFeed(browser, site, kind, { ...options, deviceScaleFactor: 1 }));
  const found = { bare: [], short: [], long: [] } as Record<Kind, Round[]>;
  for (let round = 0; round < rounds; round++)
    for (const kind of KINDS) found[kind].push(await scrollOnce(windows[kind]));
  const bare = median(found.bare.map(({ p95 }) => p95));
  return (["short", "long"] as const).map((kind) => {
    const [times, cpu] = [found[kind].map(({ p95 }) => p95), median(found[kind].map((one) => one.cpu))];
    return figureOf(
      {
        name: `frame p95, ${COUNTS[kind]} cards, ${name}`,
        database: "sqlite",
        target: { unit: "ms", max: kind === "long" ? MAX_MS : undefined },
        noisy: median(times) > MAX_MS && bare > MAX_BARE_MS,
        note: `CPU ${cpu.toFixed(1)} ms, bare pictures ${bare.toFixed(1)} ms`,
      },
      times,
    );
  });
}

async function openFeed(browser: Browser, site: PageSite, kind: Kind, options: BrowserContextOptions): Promise<Window> {
  const window = await openWindow(browser, site, "guest", options);
  const { page, cdp } = window;
  await page.goto("/new");
  for (let shown = 0; shown < COUNTS[kind]; shown = await page.locator(".card").count()) {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await page.waitForFunction((before) => document.querySelectorAll(".card").length > before, shown);
  }
  // Exactly as many, and no more to load.
  await page.evaluate((wanted) => {
    document.querySelector("[data-more]")?.remove();
    for (const item of [...document.querySelectorAll(".feed-list > li")].slice(wanted)) item.remove();
  }, COUNTS[kind]);
  if (kind === "bare")
    await page.evaluate(() => document.body.replaceChildren(...document.querySelectorAll(".card-picture img")));
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
