import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { openWorld, smallImage, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { forgetCopies } from "./forget-copies.ts";
import { handOver } from "./hand-over.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;

let browser: SharedBrowser;
let world: World;
let ada: TestMember;
let meme: string;
let joke: { name: string; type: string; bytes: Uint8Array };

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "ada" });
  meme = `/meme/${(await world.meme({ by: ada })).id}`;
  // Its curtain is a checkbox, which is nothing that somebody has typed.
  await world.meme({ by: await world.member(), age: 4 });
  joke = { name: "joke.png", type: "image/png", bytes: await smallImage() };
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

beforeEach(() => forgetCopies(world));

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const isThere = (page: Page) =>
  page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.startsWith("8 × 6"));

const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const open = indexedDB.open("guffaw", 1);
        open.addEventListener("upgradeneeded", () => open.result.createObjectStore("handed-over"));
        open.addEventListener("success", () => {
          const count = open.result.transaction("handed-over").objectStore("handed-over").count();
          count.addEventListener("success", () => resolve(count.result));
        });
      }),
  );

describe("a picture that arrives on any page", () => {
  test.each(["drop", "paste"] as const)(
    "by %s goes to the form for posting, once",
    async (way) => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      for (const path of ["/", meme, "/top"]) {
        await page.goto(path);
        expect(await handOver(page, way, joke)).toBe(true);
        await page.waitForURL("**/submit");
        await isThere(page);
      }
      await page.click("text=Post it");
      await page.waitForURL(/\/meme\/\d+$/);
      await page.goto("/submit");
      expect(await kept(page)).toBe(0);
      expect(await page.isVisible("[data-preview]")).toBe(false);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "is known by its content or ending, if the browser knows no type; the form says what is wrong with it",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
      const cases = [
        { name: "IMG_1.HEIC", bytes: heic, says: "“IMG_1.HEIC” is a HEIC photo" },
        { name: "IMG_2", bytes: heic, says: "“IMG_2” is a HEIC photo" },
        { name: "IMG_3.HEIC", bytes: Buffer.from("of a new kind"), says: "“IMG_3.HEIC” isn't a JPEG" },
        { name: "IMG_4.HEIC", bytes: joke.bytes, says: "8 × 6" },
        // This site takes no videos.
        { name: "IMG_5.MOV", bytes: Buffer.from("\0\0\0\x14ftypqt  "), says: "“IMG_5.MOV” isn't a JPEG" },
      ];
      for (const { name, bytes, says } of cases)
        for (const way of ["drop", "paste"] as const) {
          await page.goto("/");
          expect(await handOver(page, way, { name, type: "", bytes })).toBe(true);
          await page.waitForURL("**/submit");
          await page.locator("submit-form").filter({ hasText: says }).waitFor();
        }
      await page.goto("/");
      await handOver(page, "drop", { name: "", type: "", bytes: Buffer.from("a folder has no bytes") });
      await page.getByRole("status").filter({ hasText: "isn't a picture" }).waitFor();
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "leaves what is half typed alone, and waits for a new tab",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      await page.goto(meme);
      const comment = page.getByLabel("Your comment");
      await comment.fill("so far so");
      expect(await handOver(page, "paste", { ...joke, on: "[name=content]" })).toBe(true);
      const sheet = page.getByRole("dialog", { name: "Post this picture?" });
      const other = page.context().waitForEvent("page");
      await sheet.getByRole("link", { name: "Yes, in a new tab" }).click();
      await isThere(await other);
      expect([new URL(page.url()).pathname, await comment.inputValue()]).toEqual([meme, "so far so"]);
      expect(await sheet.count()).toBe(0);
    },
    SLOW,
  );

  test(
    "is not meant where text comes with it, into a field; nor is text alone",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      await page.goto(meme);
      expect(await handOver(page, "paste", { ...joke, text: "=A1+A2", on: "[name=content]" })).toBe(false);
      expect(await handOver(page, "paste", { ...joke, name: "x.txt", type: "text/plain" })).toBe(false);
      await page.getByLabel("Your comment").focus();
      await page.keyboard.insertText("typed");
      expect([new URL(page.url()).pathname, await page.getByLabel("Your comment").inputValue()]).toEqual([
        meme,
        "typed",
      ]);
    },
    SLOW,
  );

  test(
    "that is no picture does not take people off the page",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      await page.goto("/");
      const song = { name: "song.mp3", type: "audio/mpeg", bytes: Buffer.from("ID3 la la la") };
      expect(await handOver(page, "drop", song)).toBe(true);
      await page.getByRole("status").filter({ hasText: "isn't a picture" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
    },
    SLOW,
  );

  test(
    "is nothing to guests, nor for the next person at this browser",
    async () => {
      await using guest = await openTab(browser, world);
      await guest.page.goto("/");
      expect(await handOver(guest.page, "paste", joke)).toBe(false);
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      await page.goto(meme);
      await page.getByLabel("Your comment").fill("half");
      await handOver(page, "paste", joke);
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      expect(await kept(page)).toBe(1);
      const [name, value] = (await sessionCookie(world, await world.member())).split("=", 2) as [string, string];
      await page.context().addCookies([{ name, value, url: world.origin, httpOnly: true, sameSite: "Lax" }]);
      await page.goto("/submit");
      await until(async () => (await kept(page)) === 0);
      expect(await page.isVisible("[data-preview]")).toBe(false);
    },
    SLOW,
  );
});
