import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The least that a finger hits. */
const TARGET = 44;

let browser: SharedBrowser;
let world: World;
let ada: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "ada" });
  for (let i = 0; i < 12; i++) await world.meme({ by: ada, caption: `Number ${i}` });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

/** With a finger, by this many pixels; upwards moves the page down. */
async function swipe(page: Page, distance: number) {
  const cdp = await page.context().newCDPSession(page);
  const at = (y: number) => [{ x: 195, y: Math.round(y) }];
  const start = distance < 0 ? 700 : 200;
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(start) });
  for (let step = 1; step <= 10; step++)
    await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(start + (distance * step) / 10) });
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await cdp.detach();
}

const headerTop = (page: Page) =>
  page.locator(".site-header").evaluate((header) => Math.round(header.getBoundingClientRect().top));
const isHeader = (page: Page, shown: boolean) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".site-header")!.getBoundingClientRect().bottom > 0 === wanted,
    shown,
  );

describe("on a phone, the header", () => {
  test(
    "is one row that leaves on the way down and returns on the way up",
    async () => {
      await using tab = await signInTab(browser, world, ada, PHONE);
      const { page } = tab;
      await page.goto("/");
      expect((await page.locator(".site-header").boundingBox())!.height).toBeLessThan(56);
      await swipe(page, -600);
      await isHeader(page, false);
      await swipe(page, 150);
      await isHeader(page, true);
      expect(await headerTop(page)).toBe(0);
      await page.evaluate(() => scrollTo(0, 0));
      await isHeader(page, true);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "never leaves with the focus or an open menu in it",
    async () => {
      await using tab = await signInTab(browser, world, ada, PHONE);
      const { page } = tab;
      await page.goto("/");
      await swipe(page, -600);
      await isHeader(page, false);
      await page.locator(".site-header .menu summary").focus();
      await isHeader(page, true);
      await page.keyboard.press("Enter");
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.evaluate(() => scrollBy(0, 300));
      await page.waitForSelector(".site-header[data-away]", { state: "attached" });
      await isHeader(page, true);
    },
    SLOW,
  );
});

test(
  "on the smallest phone, in German, nothing overlaps, wraps or is cut",
  async () => {
    await using tab = await openTab(browser, world, {
      ...PHONE,
      locale: "de-DE",
      viewport: { width: 320, height: 640 },
    });
    const { page } = tab;
    await page.goto("/new");
    const edges = (parts: string) =>
      page.locator(parts).evaluateAll((all) =>
        all.flatMap((part) => {
          const { left, right } = part.getBoundingClientRect();
          return right > left ? [Math.round(left), Math.round(right)] : [];
        }),
      );
    const inOrder = (all: number[]) => all.toSorted((a, b) => a - b);
    const header = await edges(".site-header :is(.wordmark, .site-nav a, .theme-button, .site-account .button)");
    expect(header).toHaveLength(8);
    expect(header).toEqual(inOrder(header));
    expect(header.at(-1)).toBeLessThanOrEqual(320 - 16);
    const isCut = (part: Element) => part.scrollWidth > part.clientWidth;
    expect(await page.locator(".card .person").first().evaluate(isCut)).toBe(false);
    const actions = await edges(".card >> nth=0 >> .card-actions > :is(a, details)");
    expect(actions).toEqual(inOrder(actions));
    await page.locator("a.card-picture").nth(1).tap();
    await page.locator(".neighbours").waitFor();
    const row = await edges(".neighbours > a");
    expect(row).toHaveLength(6);
    expect(row).toEqual(inOrder(row));
    expect(Math.abs((row[2]! + row[3]!) / 2 - 160)).toBeLessThan(3);
    expect((await page.locator(".neighbours").boundingBox())!.height).toBeLessThan(60);
    // A long message keeps its distance from the edges.
    await page.evaluate(() => {
      const line = document.body.appendChild(document.createElement("p"));
      line.className = "say";
      line.textContent = "Das hat leider nicht geklappt. ".repeat(5);
    });
    expect(await edges(".say")).toEqual([16, 304]);
    expect(await sidewaysScroll(page)).toBe(0);
  },
  SLOW,
);

test.each(["de-DE", "en-US"])(
  "on small phones, the tabs of the feed are one row, and the last can be reached (%s)",
  async (locale) => {
    for (const width of [320, 360]) {
      await using tab = await signInTab(browser, world, ada, { ...PHONE, locale, viewport: { width, height: 640 } });
      const { page } = tab;
      const middles = () =>
        page.locator(".feed-head .tabs").evaluateAll((navs) =>
          navs.map((nav) =>
            [...nav.children].map((one) => {
              const { top, bottom } = one.getBoundingClientRect();
              return Math.round((top + bottom) / 2);
            }),
          ),
        );
      const edgeOfLast = () =>
        page.locator(".feed-head .tabs a").evaluateAll((all) => {
          all.at(-1)!.focus();
          return all.at(-1)!.getBoundingClientRect().right;
        });
      // With letters of twice the size, too.
      for (const size of ["100%", "200%"]) {
        await page.goto("/?feed=top");
        await page.evaluate((wanted) => document.documentElement.style.setProperty("font-size", wanted), size);
        for (const row of await middles()) expect([row.length > 3, new Set(row).size]).toEqual([true, 1]);
        const [first, title] = [page.locator(".feed-head .tabs a").first(), page.locator(".feed-head h1")];
        expect((await first.boundingBox())!.x).toBe((await title.boundingBox())!.x);
        expect(await edgeOfLast()).toBeLessThanOrEqual(width);
        expect((await page.locator(".feed-head").boundingBox())!.width).toBeLessThan(width);
        if (size === "100%") expect(await sidewaysScroll(page)).toBe(0);
      }
    }
  },
  SLOW,
);

describe("on a phone, the bar at the bottom", () => {
  test.each(["guest", "member"] as const)(
    "has five places for a %s, each large enough for a thumb",
    async (who) => {
      await using tab =
        who === "guest" ? await openTab(browser, world, PHONE) : await signInTab(browser, world, ada, PHONE);
      const { page } = tab;
      await page.goto("/");
      const tabs = page.locator(".tab-bar a");
      expect(await tabs.allInnerTexts()).toEqual([
        "Home",
        "Search",
        "Post",
        expect.stringMatching(/^News/),
        who === "guest" ? "Sign in" : "Me",
      ]);
      for (const box of await tabs.all()) {
        const { width, height } = (await box.boundingBox())!;
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET);
      }
      expect(await page.getAttribute(".tab-bar a >> nth=0", "aria-current")).toBe("page");
      const places: string[] = [];
      for (const at of [1, 2, 3, 4]) {
        await tabs.nth(at).tap();
        await page.waitForURL((url) => url.pathname !== "/");
        places.push(new URL(page.url()).pathname);
        await page.goto("/");
      }
      const own = ["/search", "/submit", "/notifications", expect.stringMatching(/^\/(@|profile\/)/)];
      expect(places).toEqual(who === "guest" ? ["/search", "/sign-in", "/sign-in", "/sign-in"] : own);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "covers nothing at the end of the page, and makes room for a keyboard",
    async () => {
      await using tab = await openTab(browser, world, { ...PHONE, viewport: { width: 320, height: 640 } });
      const { page } = tab;
      await page.goto("/search");
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const top = (await page.locator(".tab-bar").boundingBox())!.y;
      const footer = (await page.locator(".site-footer").boundingBox())!;
      expect(footer.y + footer.height).toBeLessThanOrEqual(top + 1);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.goto("/sign-up");
      await page.locator("[name=password]").tap();
      await page.locator(".tab-bar").waitFor({ state: "hidden" });
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.locator(".tab-bar").waitFor();
    },
    SLOW,
  );

  test(
    "counts what is new, and is absent on a wide screen, whose header has it all",
    async () => {
      const fan = await world.member({ name: "fan" });
      const meme = await world.meme({ by: ada });
      await using tab = await signInTab(browser, world, ada, PHONE);
      await tab.page.goto("/");
      await world.rate(fan, meme, 5);
      await tab.page.locator(".tab-bar [data-bell-shown]").filter({ hasText: "1" }).waitFor();
      await using wide = await signInTab(browser, world, ada, { viewport: { width: 1280, height: 800 } });
      await wide.page.goto("/");
      expect(await wide.page.locator(".tab-bar").isVisible()).toBe(false);
      const makers = (page: Page) => page.getByRole("link", { name: "Make a meme" }).filter({ visible: true }).count();
      expect([await makers(tab.page), await makers(wide.page)]).toEqual([1, 1]);
      for (const name of ["Memes", "Memers", "Search", "Post"])
        expect(await wide.page.locator(".site-header").getByRole("link", { name, exact: true }).isVisible()).toBe(true);
      await wide.page.mouse.wheel(0, 900);
      await wide.page.waitForFunction(() => scrollY > 300);
      expect(await headerTop(wide.page)).toBe(0);
    },
    SLOW,
  );
});
