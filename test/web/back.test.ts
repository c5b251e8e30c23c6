import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";

import { collectMeme } from "../../src/core/collections/collect-meme.ts";
import { createCollection } from "../../src/core/collections/create-collection.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import { launchChromium, LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { openWorld, type TestMember } from "../world.ts";
import { openTab, type Tab } from "./browser.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const COUNT = 90;
const PHONE = { viewport: { width: 390, height: 844 } };

// Playwright switches off the cache that restores whole pages.
const keeping = await launchChromium({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });
const world = await openWorld("SQLite");
let ann: TestMember;
let collection: string;
let forgetful: SharedBrowser;

beforeAll(async () => {
  ann = await world.member({ name: "ann" });
  const { id } = await createCollection(world.ctx(ann), { name: "All of them" });
  collection = `/saved/${id}`;
  for (let i = 0; i < COUNT; i++) {
    const meme = await world.meme({ by: ann, caption: `meme number ${i}` });
    await collectMeme(world.ctx(ann), { memeId: meme.id, collectionId: id });
  }
  forgetful = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await keeping.close();
  await world[Symbol.asyncDispose]();
});

/** A restored page has loaded long ago, so there is no load to wait for. */
const goBack = (page: Page) => page.goBack({ waitUntil: "commit" });
/** Without waiting for a load either. */
const press = (one: Locator) => one.evaluate((link: HTMLElement) => link.click());
const cards = (page: Page) => page.locator(".card").count();
/** The page itself was kept, and not loaded again. */
const wasRestored = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return navigation!.type !== "back_forward";
  });

/** The small Chromium from npm cannot restore pages, whatever its switches say: then both browsers are the same. */
async function canRestore(browser: SharedBrowser) {
  await using tab = await openTab(browser, world);
  await tab.page.goto("/about");
  await tab.page.goto("/stats");
  await goBack(tab.page);
  return await wasRestored(tab.page);
}

/** Scrolls until there are this many cards, and stays on one of the last. Tells which, and where on the screen it is. */
async function scrollTo(page: Page, many: number) {
  await until(async () => {
    await page.mouse.wheel(0, 3000);
    return (await cards(page)) >= many;
  }, "Loading more cards");
  // The last turn of the wheel may still be under way, and would be added.
  await untilStill(page);
  await page.evaluate(() => document.querySelectorAll(".card")[50]!.scrollIntoView({ block: "center" }));
  await untilStill(page);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(5000);
  return await page
    .locator(".card")
    .nth(50)
    .evaluate(({ id }) => id);
}

/** Until nothing scrolls any more, and the place is kept. */
const untilStill = (page: Page) =>
  until(
    () =>
      page.evaluate(async () => {
        const before = scrollY;
        for (let i = 0; i < 10; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
        const { card, top } = (history.state as { place?: { card: string; top: number } } | null)?.place ?? {};
        return before === scrollY && !!card && document.getElementById(card)!.getBoundingClientRect().top === top;
      }),
    "The end of scrolling",
  );

const placeOf = (page: Page, card: string) =>
  page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity, card);

/** To the same card at the same place on the screen. */
async function goBackTo(page: Page, card: string, top: number) {
  await goBack(page);
  await until(async () => Math.abs((await placeOf(page, card)) - top) < 2, "The same place");
}

const open = async (page: Page, card: string) => {
  await press(page.locator(`#${card} a.card-picture`));
  await page.locator(".meme").waitFor();
};

const restores = await canRestore(keeping);

describe.each([...(restores ? ["restores pages"] : []), "does not restore pages"])("in a browser that %s", (kind) => {
  const browser = () => (kind === "restores pages" ? keeping : forgetful);
  const openAs = (who: string): Promise<Tab> =>
    who === "guest" ? openTab(browser(), world, PHONE) : signInTab(browser(), world, ann, PHONE);

  test.each(["guest", "member"])(
    "Back returns a %s to the same spot in the same list",
    async (who) => {
      await using tab = await openAs(who);
      const { page } = tab;
      await page.goto("/?feed=new");
      const card = await scrollTo(page, 80);
      const [top, many] = [await placeOf(page, card), await cards(page)];
      await open(page, card);
      await goBackTo(page, card, top);
      expect(await cards(page)).toBe(many);
      expect(await wasRestored(page)).toBe(kind === "restores pages");
      expect(await page.locator("html[data-restoring]").count()).toBe(0);
      // And once more, from what was restored.
      await open(page, card);
      await goBackTo(page, card, top);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "Back returns to the same spot in a collection, which browsers may not keep",
    async () => {
      await using tab = await openAs("member");
      const { page } = tab;
      await page.goto(collection);
      const card = await scrollTo(page, 80);
      const [top, many] = [await placeOf(page, card), await cards(page)];
      await open(page, card);
      await goBackTo(page, card, top);
      expect([await cards(page), await wasRestored(page)]).toEqual([many, false]);
      await open(page, card);
      await goBackTo(page, card, top);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "neither a meme posted meanwhile nor slow pictures move what somebody comes back to",
    async () => {
      await using tab = await openAs("guest");
      const { page } = tab;
      await page.goto("/?feed=new");
      const card = await scrollTo(page, 80);
      const top = await placeOf(page, card);
      await open(page, card);
      await world.meme({ by: ann, caption: "posted meanwhile" });
      const pictures = Promise.withResolvers<void>();
      await page.route("**/*", async (route) => {
        if (route.request().resourceType() === "image") await pictures.promise;
        await route.continue();
      });
      await goBackTo(page, card, top);
      pictures.resolve();
      await until(() => page.evaluate(() => document.readyState === "complete"), "The end of loading");
      await untilStill(page);
      expect(Math.abs((await placeOf(page, card)) - top)).toBeLessThan(2);
    },
    SLOW,
  );

  test(
    "whoever comes back to a card that is gone is where it was",
    async () => {
      await using tab = await openAs("guest");
      const { page } = tab;
      await page.goto("/?feed=new");
      await scrollTo(page, 80);
      // What is kept is the card at the top of the window.
      const { card, y } = await page.evaluate(() => ({
        card: (history.state as { place: { card: string } }).place.card,
        y: scrollY,
      }));
      await open(page, card);
      await disableMeme(world.ctx(ann), card.replace("card-", ""));
      // Playwright keeps no copies of what it stands between.
      await page.route("**/*", (route) => route.continue());
      await goBack(page);
      await page.locator("html:not([data-restoring]) .card").nth(70).waitFor();
      expect(await page.locator(`#${card}`).count()).toBe(kind === "restores pages" ? 1 : 0);
      await until(() => page.evaluate((before) => Math.abs(scrollY - before) < 2, y), "The same place");
    },
    SLOW,
  );

  test(
    "a rating given elsewhere is on the card after Back",
    async () => {
      await using tab = await openAs("member");
      const { page } = tab;
      await page.goto("/?feed=new");
      const card = page.locator(".card").first();
      await press(card.locator("a.card-picture"));
      const rating = kind === "restores pages" ? 2 : 4;
      const sent = page.waitForResponse(/\/rate$/);
      await page.getByRole("button", { name: `Rate ${rating}` }).click();
      await sent;
      await goBack(page);
      await card.locator(`[data-rated="${rating}"]`).waitFor();
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "a page of somebody who has signed out is not shown again",
    async () => {
      await using tab = await openAs("member");
      const { page } = tab;
      await page.goto("/?feed=new");
      await press(page.locator(".card").first().locator("a.card-picture"));
      await page.locator(".meme").waitFor();
      await page.goto("/about");
      // In another window, as it were: the pages before this one do not learn of it.
      await page.request.post("/sign-out", { headers: { "Sec-Fetch-Site": "same-origin" } });
      for (const part of [".meme", ".feed"]) {
        await goBack(page);
        await page.locator(part).waitFor();
        await page.getByRole("link", { name: "Sign in" }).first().waitFor();
        expect(await page.locator("body").innerText()).not.toContain("Your account, ann");
        expect(await page.locator("html").getAttribute("data-person")).toBeNull();
      }
    },
    SLOW,
  );
});

test(
  "a list that never grows to its old length is shown as it is, also with reduced motion",
  async () => {
    for (const reducedMotion of ["reduce", "no-preference"] as const) {
      await using tab = await openTab(keeping, world, { ...PHONE, reducedMotion });
      await tab.page.goto("/");
      await tab.page.evaluate(() => (document.documentElement.dataset.restoring = ""));
      expect(await tab.page.locator("main").isVisible()).toBe(false);
      await tab.page.locator("main").waitFor({ state: "visible" });
    }
  },
  SLOW,
);

test("browsers keep only pages that show no secret", () => {
  const kept = siteRoutes.filter(({ restorable }) => restorable).map(({ method, path }) => `${method} ${path || "/"}`);
  expect(kept.filter((one) => /settings|admin|reset|confirm|sign-|recovery|^POST|moderation|live/.test(one))).toEqual(
    [],
  );
  expect(kept).toContain("GET /");
  expect(kept).toContain("GET /saved");
  // It shows the address at which the collection is shared.
  expect(kept).not.toContain("GET /saved/{collection}");
});
