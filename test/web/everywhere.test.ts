import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";

import { CATALOGUES } from "../../src/words/languages.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type World } from "../world.ts";
import { brokenRules } from "./axe.ts";
import { openTab, SCHEMES, sidewaysScroll, unfoldAll } from "./browser.ts";
import { faintTexts } from "./contrast.ts";
import { fillWorld, type Filled } from "./filled-world.ts";
import { fillHostile } from "./hostile-world.ts";
import { addressOf, forgottenRoutes, pageTemplates, WHO, type Who } from "./places.ts";
import { leaveHeading, partsOf, thinOut, WITHIN_AROUND, withoutWayBack, type Parts } from "./page-parts.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";
import { intruders, NO_NOTES, setTrap, takeNotes, type Trap } from "./trap.ts";

const WIDE = 1440;
const NARROW = 320;
/** Low: nothing that we ask depends on the height, and painting takes a fifth of the time. */
const HEIGHT = 100;
const BETWEEN = [820, 360];
const GUESTS_PAGES = new Set(pageTemplates("guest"));
/** Not in the list of pages, because not every site has one. */
const SUSPENDED = "/moderation/people/{troll}";

let browser: SharedBrowser;
let world: World;
let site: Filled;
let cookie: string;
/** One window each for a guest and a member, and a narrow one of the member for each translation. */
const windows = {} as Record<Who, Trap>;
const narrow = new Map<string, Trap>();
const nonces = new Set<string>();

beforeAll(async () => {
  world = await openWorld("SQLite");
  site = await fillHostile(world);
  cookie = await sessionCookie(world, site.author);
  browser = await sharedChromium();
  for (const who of WHO) windows[who] = await openWindow(who, WIDE);
  for (const language of CATALOGUES.keys()) {
    const tab = await openWindow("member", NARROW);
    await tab.page.context().addCookies([{ name: "guffaw-language", value: language, url: world.origin }]);
    narrow.set(language, tab);
  }
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  for (const tab of [...Object.values(windows), ...narrow.values()]) await tab[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

const openWindow = async (who: Who, width: number) =>
  setTrap(await tabFor(who, { viewport: { width, height: HEIGHT } }));

const tabFor = (who: Who, options: BrowserContextOptions = {}) =>
  who === "guest" ? openTab(browser, world, options) : signInTab(browser, world, site.author, options);

test("these tests know every page", () => {
  expect(forgottenRoutes()).toEqual([]);
});

describe.each(WHO)("every page is faultless for a %s:", (who) => {
  test.each(pageTemplates(who))("%s", (template) => inspect(who, template));
});

test("the page of a suspended member is faultless", () => inspect("member", SUSPENDED));

const FAULTLESS = { frame: [], light: [], dark: [], axe: [], tooWide: {}, intruders: [], ...NO_NOTES };

/**
 * Opens a page once and asks every question; of what a guest sees in the very same words, only the guest. Members also
 * see it in a narrow window in each other language.
 */
async function inspect(who: Who, template: string): Promise<void> {
  const path = addressOf(site, template);
  if (who === "guest") {
    await inspectWide(who, path);
    checkPolicy((await windows.guest.page.request.get(path)).headers(), path);
  } else {
    const guests = GUESTS_PAGES.has(template) ? partsOf(await htmlFor(path)) : undefined;
    if (!guests || !(await isInspected(path, guests))) await inspectWide(who, path, guests);
    for (const language of narrow.keys()) await checkTranslated(language, path);
  }
}

async function inspectWide(who: Who, path: string, guests?: Parts): Promise<void> {
  const tab = windows[who];
  const { page } = tab;
  const response = await page.goto(path);
  checkPolicy(response!.headers(), path);
  const frame = await frameFaults(page);
  if (who === "member") {
    const { main, around } = partsOf(await response!.text());
    if (main === guests?.main) await leaveHeading(page);
    inspected.add(around);
  }
  await unfoldAll(page);
  const widths = { tooWide: await tooWide(page), intruders: await intruders(page) };
  const faint: Partial<Record<(typeof SCHEMES)[number], string[]>> = {};
  for (const colorScheme of schemes[who]) {
    await page.emulateMedia({ colorScheme });
    faint[colorScheme] = await faintTexts(page);
  }
  schemes[who].reverse();
  const axe = await brokenRules(page, isNew(await thinOut(page)) ? [] : WITHIN_AROUND);
  expect({ frame, ...faint, axe, ...widths, ...takeNotes(tab) }).toEqual(FAULTLESS);
}

/** Each page starts in the scheme in which the one before ended, so that the window changes it once. */
const schemes = { guest: [...SCHEMES], member: [...SCHEMES] };

/** What is around the main part of each page that a member has inspected. */
const inspected = new Set<string>();

/** Whether there is nothing new on a page for a member: guests saw the rest, and members what is around it. */
async function isInspected(path: string, guests: Parts): Promise<boolean> {
  const { head, main, around } = partsOf(await htmlFor(path, cookie));
  return main === guests.main && head === guests.head && inspected.has(around);
}

const htmlFor = async (path: string, Cookie?: string) =>
  (await world.as().get(path, { headers: { Accept: "text/html", ...(Cookie ? { Cookie } : {}) } })).text();

/** What axe has examined around the main part of a page. */
const examined = new Set<string>();

function isNew(around: string): boolean {
  const before = examined.size;
  return examined.add(withoutWayBack(around)).size > before;
}

async function checkTranslated(language: string, path: string): Promise<void> {
  const tab = narrow.get(language)!;
  checkPolicy((await tab.page.goto(path))!.headers(), path);
  expect(await tab.page.getAttribute("html", "lang")).toBe(language);
  await unfoldAll(tab.page);
  expect({ tooWide: await stickingOut(tab.page), ...takeNotes(tab) }, language).toEqual({ tooWide: [], ...NO_NOTES });
}

/** The policy runs only our script, by a nonce that is never reused, and WebAssembly where memes are made. */
function checkPolicy(headers: Record<string, string>, path: string): void {
  const makes = path.startsWith("/make");
  const given = headers["content-security-policy"]!;
  const policy = makes ? given.replace(" 'wasm-unsafe-eval'", "") : given;
  expect(given === policy, path).toBe(!makes);
  const [, nonce] = /script-src 'nonce-([\w-]{20,})';/.exec(policy)!;
  expect(nonces.has(nonce!)).toBe(false);
  nonces.add(nonce!);
  expect(policy).toContain("default-src 'none'; ");
  expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker");
  expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
  expect(headers["cache-control"]).toMatch(/^private, no-(store|cache)$/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
}

const frameFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    if (document.querySelectorAll("h1").length !== 1) found.push("does not have one main heading");
    if (!document.title) found.push("has no title");
    const description = document.querySelector<HTMLMetaElement>("meta[name=description]");
    if (!description?.content) found.push("has no description");
    const skip = document.querySelector<HTMLElement>("a.skip")!;
    skip.focus();
    if (document.activeElement !== skip || skip.getBoundingClientRect().top < 0)
      found.push("has a link past the navigation that does not show");
    skip.click();
    // The browser moves the focus with one of the next frames.
    for (let frame = 0; frame < 100 && document.activeElement?.id !== "main"; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    if (document.activeElement?.id !== "main") found.push("has no way to its main part");
    return found;
  });

/** What overflows the window, by its width. Leaves the window wide. */
async function tooWide(page: Page): Promise<Record<number, string[]>> {
  const found: Record<number, string[]> = {};
  for (const width of [NARROW, ...BETWEEN, WIDE]) {
    await page.setViewportSize({ width, height: HEIGHT });
    const out = await stickingOut(page);
    if (out.length > 0) found[width] = out;
  }
  return found;
}

async function stickingOut(page: Page): Promise<string[]> {
  const pixels = await sidewaysScroll(page);
  if (pixels <= 0) return [];
  const elements = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth)
      .map((one) => `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 20)}`)
      .slice(-3),
  );
  return [`${pixels} pixels`, ...elements];
}

test("in forced colours, lines and system colours say what ours say", async () => {
  await using tab = await tabFor("member", { forcedColors: "active", colorScheme: "dark" });
  const { page } = tab;
  const styleOf = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
  const marked: [path: string, here: string, other: string][] = [
    ["/", ".site-nav [aria-current]", ".site-nav a:not([aria-current])"],
    ["/", ".tabs [aria-current]", ".tabs a:not([aria-current])"],
    ["/settings", ".section-nav [aria-current]", ".section-nav a:not([aria-current])"],
    ["/admin", ".section-nav [aria-current]", ".section-nav a:not([aria-current])"],
    ["/moderation", ".section-nav [aria-current]", ".section-nav a:not([aria-current])"],
    ["/submit", ".pick:has(:checked)", ".pick:not(:has(:checked))"],
    ["/submit", ".laugh:has(:checked)", ".laugh:not(:has(:checked))"],
    [`/meme/${site.memes[3]!.id}`, ".rate-faces [aria-pressed=true]", ".rate-faces [aria-pressed=false]"],
    ["/notifications", ".bell-count", "body"],
    ["/settings/pro", ".swatch .cover-leaf", ".swatch .cover-rose"],
  ];
  const lined: [path: string, selector: string][] = [
    ["/notifications", ".badge"],
    [`/@${site.author.user.username}`, ".badge-pro"],
    ["/moderation", ".chip"],
    ["/moderation", ".blurred-ask"],
    ["/", ".card"],
  ];
  for (const path of new Set([...marked, ...lined].map(([path]) => path))) {
    await page.goto(path);
    for (const [, here, other] of marked.filter(([at]) => at === path)) {
      const [one, two] = [await styleOf(here, "background-color"), await styleOf(other, "background-color")];
      expect(one, `${here} on ${path}`).not.toBe(two);
    }
    for (const [, selector] of lined.filter(([at]) => at === path))
      expect(await styleOf(selector, "border-top-width"), `${selector} on ${path}`).toBe("1px");
  }
});

test("right-to-left text begins on the right, wherever it appears", async () => {
  await using own = await openWorld("SQLite");
  const words = "عندما يعمل من المحاولة الأولى وتشك فيه لبقية الأسبوع ولا تعرف لماذا، ثم تنام أخيرا";
  const rtl = { caption: words, alt: words, bio: words, comment: words, reason: words, keyName: "key" };
  const filled = await fillWorld(own, rtl);
  await using tab = await signInTab(browser, own, filled.author, { viewport: { width: 360, height: 800 } });
  const { page } = tab;
  const [meme] = filled.memes;
  for (const [path, selector] of [
    ["/", ".card-caption"],
    [`/meme/${meme!.id}`, ".meme-caption"],
    [`/meme/${meme!.id}`, ".comment-words"],
    [`/@${filled.author.user.username}`, ".profile-bio"],
    ["/notifications", ".notification-text"],
    ["/reports", ".report-words"],
    ["/moderation", ".reported-item-caption"],
    [`/meme/${meme!.id}/comments/${filled.comment}/report`, ".report-words"],
  ] as const) {
    if (!page.url().endsWith(path)) await page.goto(path);
    const gap = await page
      .locator(selector)
      .first()
      .evaluate((block) => {
        const range = document.createRange();
        range.selectNodeContents(block);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const right = block.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(block).paddingRight);
        return Math.round(right - Math.min(...lines.map((line) => line.right)));
      });
    expect(gap, `${selector} on ${path}`).toBeLessThan(3);
  }
}, 600_000);

test.each(WHO)(
  "the first load of the feed is small for a %s: one stylesheet, two scripts, cached for ever",
  async (who) => {
    for (let i = 0; i < 24; i++) await world.meme({ by: site.author, caption: `Number ${i}: ${crypto.randomUUID()}` });
    const cookie = who === "member" ? { Cookie: await sessionCookie(world, site.author) } : {};
    const get = (path: string) =>
      world.as().get(path, { headers: { "Accept-Encoding": "gzip", ...cookie }, decompress: false } as RequestInit);
    const packed = await (await get("/")).bytes();
    const html = new TextDecoder().decode(Bun.gunzipSync(packed));
    const [styles, scripts, icons] = [
      /<link rel="stylesheet" href="([^"]+)"/g,
      /<script[^>]* src="([^"]+)"/g,
      /<link rel="icon"[^>]* href="([^"]+)"/g,
    ].map((shape) => [...html.matchAll(shape)].map(([, path]) => path!));
    expect([styles!.length, scripts!.length, icons!.length]).toEqual([1, 2, 1]);
    let size = packed.length;
    for (const path of [...styles!, ...scripts!, ...icons!]) {
      expect(path).toMatch(/^\/assets\/(site|early|icon)\.[0-9a-f]{12}\.(css|js|svg)$/);
      const asset = await get(path);
      expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      size += (await asset.bytes()).length;
    }
    expect(size).toBeLessThan(60_000);
  },
);
