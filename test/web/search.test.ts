import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { sessionCookie } from "./signed-in.ts";

const SLOW = 600_000;
const MANY = 25;

let browser: SharedBrowser;
let world: World;
let ada: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "ada" });
  for (let i = 0; i < MANY; i++) await world.meme({ by: ada, caption: `walrus number ${i}`, age: 1 });
  await world.meme({ by: ada, caption: "a llama", age: 2 });
  await world.meme({ by: ada, caption: "a grown-up llama", age: 4 });
  await world.meme({ by: ada, caption: "a secret llama", disabled: true });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

describe("searching", () => {
  test(
    "finds while somebody types, keeps the focus, the address and the number up to date",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      await page.goto("/search");
      await page.locator("[data-search-field]").pressSequentially("llam", { delay: 20 });
      // With slow typing, the words so far are searched first.
      await page.locator("[data-count]", { hasText: "2 results for “llam”" }).waitFor();
      expect(await page.locator("[data-results] article").count()).toBe(2);
      expect(page.url()).toEndWith("/search?search=llam");
      expect(await page.title()).toBe("Search: llam · Guffaw");
      // An address that asks for younger memes keeps doing so.
      await page.goto("/search?search=lla&age=2");
      await page.focus("[data-search-field]");
      await page.keyboard.press("End");
      await page.keyboard.type("m");
      await page.locator("[data-count]", { hasText: "1 result for “llam”" }).waitFor();
      expect(page.url()).toEndWith("/search?search=llam&age=2");
      await page.keyboard.press("End");
      await page.keyboard.type("xyz");
      await page.waitForFunction(() => document.querySelector("[data-count]")!.textContent!.startsWith("No results"));
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("field-search");
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "shows the answer to the last words, however late an earlier one comes",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      const answered = Promise.withResolvers<void>();
      await page.route("**/search?search=walrus", async (route) => {
        await answered.promise;
        await route.continue().catch(() => {});
      });
      await page.goto("/search");
      await page.fill("[data-search-field]", "walrus");
      await page.waitForSelector("search-box[aria-busy]");
      await page.fill("[data-search-field]", "llama");
      await page.waitForFunction(() => document.querySelectorAll("[data-results] article").length === 2);
      answered.resolve();
      await page.waitForTimeout(500);
      expect(await page.textContent("[data-count]")).toBe("2 results for “llama”");
      expect(page.url()).toEndWith("?search=llama");
    },
    SLOW,
  );

  test(
    "works by Enter without scripts, page by page",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto("/search");
      await page.fill("[name=search]", "walrus");
      await page.press("[name=search]", "Enter");
      await page.waitForURL(/search=walrus/);
      expect(await page.textContent("[data-count]")).toContain("The top 20 results");
      expect(await page.inputValue("[name=search]")).toBe("walrus");
      const first = await page.locator("article").evaluateAll((all) => all.map((one) => one.dataset.meme));
      await page.click("[rel=next]");
      const second = await page.locator("article").evaluateAll((all) => all.map((one) => one.dataset.meme));
      expect(new Set([...first, ...second]).size).toBe(MANY);
      expect(await page.locator("[rel=next]").count()).toBe(0);
    },
    SLOW,
  );

  test("never shows hidden memes, and explains what it cannot do", async () => {
    const cookie = await sessionCookie(world, await world.member());
    for (const headers of [{}, { Cookie: cookie }] as Record<string, string>[])
      expect(await (await world.as().get("/search?search=secret&age=4", { headers })).text()).toContain(
        "No results for",
      );
    const long = await world.as().get(`/search?search=${"x".repeat(201)}`);
    expect([long.status, await long.text()]).toEqual([400, expect.stringContaining("at most 200 characters")]);
    expect((await world.as().get("/search?search=x&cursor=nonsense")).status).toBe(400);
    const text = await (await world.as().get(`/search?search=${encodeURIComponent('"><img src=x>')}`)).text();
    expect(text).not.toContain("<img src=x>");
  });
});

describe("the page", () => {
  test(
    "fits 320 pixels, whatever is searched for",
    async () => {
      await using tab = await openTab(browser, world, { viewport: { width: 320, height: 640 } });
      await tab.page.goto(`/search?search=${"w".repeat(190)}`);
      expect(await sidewaysScroll(tab.page)).toBe(0);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );
});
