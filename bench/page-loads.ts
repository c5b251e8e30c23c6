// First loads on a slow phone: when the largest thing in the window is there, and what had to come before it.
import type { Browser } from "playwright-core";
import sharp from "sharp";

import { figureOf, isNoisy, type Figure } from "./figure.ts";
import type { PageSite } from "./page-site.ts";
import { BYTES_PER_SECOND, openWindow, PHONE, ROUND_TRIP_MS, slowDown, WHO, type Who } from "./page-window.ts";
import { photograph } from "./photographs.ts";
import { median } from "./statistics.ts";

const MAX_SECONDS = 2;
/** Thousands of bytes. */
const MAX_WEIGHT = 60;
/** A machine that takes this much longer than the network for a page without anything to do is busy. */
const MAX_BARE = 1.4;
const SETTLED_MS = 500;

interface Load {
  /** Largest contentful paint. */
  seconds: number;
  /** Of everything but pictures, in thousands of bytes, with headers. */
  weight: number;
}

/** In turn with a bare page, which has one picture and nothing else. */
export async function measureLoads(browser: Browser, site: PageSite, rounds: number): Promise<Figure[]> {
  await using bare = await openBarePage();
  const kinds = WHO.flatMap((who) => (["feed", "meme"] as const).map((place) => ({ who, place, loads: [] as Load[] })));
  const bareSeconds: number[] = [];
  // The first load after a start waits for things that are made once.
  for (const { who, place } of kinds) await load(browser, site, who, site.paths[place]);
  for (let round = 0; round < rounds; round++) {
    bareSeconds.push((await load(browser, { origin: bare.origin, session: "" }, "guest", "/")).seconds);
    for (const { who, place, loads } of kinds) loads.push(await load(browser, site, who, site.paths[place]));
  }
  const busy = isNoisy(bareSeconds) || median(bareSeconds) > MAX_BARE * bare.seconds;
  return kinds.flatMap(({ who, place, loads }) => {
    const seconds = loads.map((one) => one.seconds);
    const name = `${place}, ${who}`;
    const max = place === "feed" ? MAX_SECONDS : undefined;
    const noisy = busy && median(seconds) > MAX_SECONDS;
    const note = `worst ${Math.max(...seconds).toFixed(2)} s`;
    const paint = figureOf({ name: `LCP, ${name}`, database, target: { unit: "s", max }, noisy, note }, seconds);
    const weights = loads.map(({ weight }) => weight);
    const weight = {
      name: `weight, ${name}`,
      database,
      target: { unit: "KB", max: MAX_WEIGHT },
      noisy: false,
    } as const;
    return place === "feed" ? [paint, figureOf(weight, weights)] : [paint];
  });
}
const database = "sqlite";

async function load(
  browser: Browser,
  site: Pick<PageSite, "origin" | "session">,
  who: Who,
  path: string,
): Promise<Load> {
  await using window = await openWindow(browser, site, who, PHONE);
  const { page, cdp } = window;
  await slowDown(window);
  const pictures = new Set<string>();
  let bytes = 0;
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    if (/\/[ia]\//.test(new URL(response.url).pathname)) pictures.add(requestId);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: "load" });
  const seconds = await page.evaluate(largestPaint, SETTLED_MS);
  await page.evaluate(fetchIcons);
  return { seconds, weight: bytes / 1000 };
}

/** The last candidate, once there has been no other for a while. */
function largestPaint(settledMs: number): Promise<number> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    new PerformanceObserver((list) => {
      clearTimeout(timer);
      const last = list.getEntries().at(-1)!;
      timer = setTimeout(() => resolve(last.startTime / 1000), settledMs);
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}

/** What a browser with a window gets for its tab. One without does not ask for it. */
async function fetchIcons() {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[rel=icon], link[rel=manifest]"))
    await (await fetch(href)).arrayBuffer();
}

/** A page with one photograph. */
async function openBarePage() {
  const [width, height] = [1080, 810];
  const raw = { width, height, channels: 3 } as const;
  const picture = new Uint8Array(
    await sharp(await photograph(width, height, 12), { raw })
      .webp()
      .toBuffer(),
  );
  const html = `<!doctype html><meta name=viewport content=width=device-width><img src=/i/1 width=360 height=270>`;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch: ({ url }) =>
      url.endsWith("/")
        ? new Response(html, { headers: { "Content-Type": "text/html" } })
        : new Response(picture, { headers: { "Content-Type": "image/webp" } }),
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** What the network alone takes. */
    seconds: (2 * ROUND_TRIP_MS) / 1000 + picture.length / BYTES_PER_SECOND,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
