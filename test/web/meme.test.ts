import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Route } from "playwright-core";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;

let browser: SharedBrowser;
let world: World;
let author: TestMember;
let fan: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  [author, fan] = [await world.member({ name: "author" }), await world.member({ name: "fan" })];
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const ratingOf = async (meme: Meme) => {
  const row = await world.db.selectFrom("ratings").select("rating").where("meme_id", "=", meme.id).execute();
  return row.map(({ rating }) => rating);
};

describe.each([true, false])("a meme's page with scripts %p", (javaScriptEnabled) => {
  test(
    "is rated, rated again, and the rating taken back",
    async () => {
      const meme = await world.meme({ by: author });
      await using tab = await signInTab(browser, world, fan, { javaScriptEnabled });
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      const face = (rating: number) => page.getByRole("button", { name: `Rate ${rating}` });
      for (const rating of [5, 2]) {
        await face(rating).click();
        await page.locator(`button[value="${rating}"][aria-pressed=true]`).waitFor();
        if (javaScriptEnabled)
          await page
            .locator(".ratings-average b")
            .filter({ hasText: `${rating}.0` })
            .waitFor();
        expect(await ratingOf(meme)).toEqual([rating]);
        expect(await page.locator(".ratings-average").innerText()).toContain(`${rating}.0`);
        const bars = [5, 4, 3, 2, 1].map((grade) => (grade === rating ? "1" : "0"));
        expect(await page.locator(".histogram-count").allInnerTexts()).toEqual(bars);
      }
      await page.getByRole("button", { name: "Take it back" }).click();
      await page.locator(".average-none").first().waitFor();
      expect(await page.locator("button[aria-pressed=true]").count()).toBe(0);
      expect(await ratingOf(meme)).toEqual([]);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "takes a comment, a reply and deletes them; what is refused is kept in its field",
    async () => {
      const meme = await world.meme({ by: author });
      await using tab = await signInTab(browser, world, fan, { javaScriptEnabled });
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.getByLabel("Your comment").fill("<b>ha</b>\nha");
      await page.getByRole("button", { name: "Comment", exact: true }).click();
      await page.locator(".comment-words").filter({ hasText: "<b>ha</b>" }).waitFor();
      await page.locator(".comment").getByText("Reply", { exact: true }).first().click();
      await page.getByLabel("Your reply").fill("and ha");
      await page.locator(".comment-form").getByRole("button", { name: "Reply" }).click();
      await page.locator(".comments-replies .comment-words").filter({ hasText: "and ha" }).waitFor();
      expect(await page.locator("#comments-title").innerText()).toBe("2 comments");
      await page.getByLabel("Your comment").fill("   ");
      await page.getByRole("button", { name: "Comment", exact: true }).click();
      expect(await page.getByRole("alert").innerText()).toBe("The comment can't be empty.");
      const comment = page.locator(".comment").first();
      await comment.locator("summary", { hasText: "Delete" }).click();
      await comment.getByRole("button", { name: "Yes, delete it" }).click();
      await page.getByRole("status").filter({ hasText: "Deleted." }).waitFor();
      expect(await page.locator(".comment-words").allInnerTexts()).toEqual(["and ha"]);
      expect(await checkDatabase(world.db)).toEqual([]);
    },
    SLOW,
  );

  test(
    "lets its author change the words, hide it, show it and delete it",
    async () => {
      const meme = await world.meme({ by: author, caption: "old words" });
      await using tab = await signInTab(browser, world, author, { javaScriptEnabled });
      await using other = await signInTab(browser, world, fan, { javaScriptEnabled });
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.getByText("Edit caption").click();
      await page.getByLabel("Caption").fill("new words");
      await page.getByLabel("What the picture shows").fill("a red square");
      await page.getByRole("button", { name: "Save" }).click();
      expect(await page.locator("h1").innerText()).toBe("new words");
      expect(await page.locator(".meme-stage img").getAttribute("alt")).toBe("a red square");
      await page.getByRole("button", { name: "Make private" }).click();
      await page.getByText("only you can see it").waitFor();
      const image = page.locator(".meme-stage img");
      expect(
        await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth)),
      ).toBeGreaterThan(0);
      const [hidden, missing] = [
        await other.page.goto(`/meme/${meme.id}`),
        await other.page.goto("/meme/140000000000000000"),
      ];
      expect([hidden?.status(), missing?.status()]).toEqual([404, 404]);
      await other.page.goto("/");
      expect(await other.page.locator(`[data-meme="${meme.id}"]`).count()).toBe(0);
      await page.getByRole("button", { name: "Make public" }).click();
      expect((await other.page.goto(`/meme/${meme.id}`))?.status()).toBe(200);
      expect(await other.page.getByText("Edit caption").count()).toBe(0);
      await page.locator(".tools").getByText("Delete", { exact: true }).click();
      await page.getByRole("button", { name: "Delete for good" }).click();
      expect(new URL(page.url()).pathname).toBe("/");
      expect((await page.goto(`/meme/${meme.id}`))?.status()).toBe(404);
    },
    SLOW,
  );
});

test(
  "a rating that does not get through is taken back, and told in words of ours",
  async () => {
    const meme = await world.meme({ by: author });
    await using tab = await signInTab(browser, world, fan);
    const { page } = tab;
    const proxy = { status: 502, contentType: "text/html", body: "<html>Bad gateway" };
    const FAULTS: [(route: Route) => Promise<void>, string][] = [
      [(route) => route.abort("internetdisconnected"), "The request didn't get through"],
      [(route) => route.fulfill(proxy), "The site gave an unexpected answer"],
    ];
    for (const [fault, sentence] of FAULTS) {
      await page.goto(`/meme/${meme.id}`);
      await page.route("**/rate", fault, { times: 1 });
      await page.getByRole("button", { name: "Rate 4" }).click();
      expect(await page.getByRole("alert").textContent()).toStartWith(sentence);
      expect(await page.locator("button[aria-pressed=true]").count()).toBe(0);
      // With a shortcut, on the wall.
      await page.goto("/");
      await page.route("**/rate", fault, { times: 1 });
      await page.keyboard.press("j");
      await page.keyboard.press("4");
      expect(await page.locator(".say").textContent()).toStartWith(sentence);
    }
    expect(await ratingOf(meme)).toEqual([]);
  },
  SLOW,
);

test(
  "a guest sees the five faces, and sees who rated what as little as anyone who is not Pro",
  async () => {
    const meme = await world.meme({ by: author });
    await world.rate(fan, meme, 4);
    await using tab = await openTab(browser, world);
    await tab.page.goto(`/meme/${meme.id}`);
    expect(await tab.page.getByRole("button", { name: /Rate \d/ }).count()).toBe(5);
    expect(await tab.page.locator(".histogram-count").allInnerTexts()).toEqual(["0", "1", "0", "0", "0"]);
    expect(await tab.page.getByText("See everyone's ratings").count()).toBe(0);
    await using pro = await signInTab(browser, world, await world.member({ perks: ["pro"] }));
    await pro.page.goto(`/meme/${meme.id}`);
    await pro.page.getByText("See everyone's ratings").click();
    expect(await pro.page.locator(".raters").innerText()).toContain("fan");
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);

test(
  "neither a long name nor a long word makes the page scroll sideways, and no title is cut through a character",
  async () => {
    const long = await world.member({ name: "x".repeat(32) });
    const meme = await world.meme({ by: long, caption: `${"a".repeat(79)}😀😀` });
    await commentOnMeme(world.ctx(long), { memeId: meme.id, content: "y".repeat(300) });
    await using tab = await openTab(browser, world, { viewport: { width: 320, height: 700 } });
    await tab.page.goto(`/meme/${meme.id}`);
    expect(await sidewaysScroll(tab.page)).toBe(0);
    expect((await tab.page.title()).isWellFormed()).toBe(true);
    expect(await tab.page.title()).toStartWith(`${"a".repeat(79)}😀 ·`);
  },
  SLOW,
);

test("sending too much at once asks people to wait; guests return to the page after signing in", async () => {
  await using busy = await openWorld("SQLite", { env: { GUFFAW_RATE_LIMIT: "3/1h" } });
  const member = await busy.member();
  const meme = await busy.meme({ by: member });
  const headers = { Cookie: await sessionCookie(busy, member), "Sec-Fetch-Site": "same-origin" };
  const body = new URLSearchParams({ rating: "4" });
  const send = (extra: object = headers) => busy.as().post(`/meme/${meme.id}/rate`, { body, headers: { ...extra } });
  const statuses = [await send(), await send(), await send(), await send()].map((one) => one.status);
  expect(statuses).toEqual([303, 303, 303, 429]);
  expect((await send()).headers.get("retry-after")).toMatch(/^\d+$/);
  const guest = await send({ "Sec-Fetch-Site": "same-origin", Referer: `${busy.addresses.url}/meme/${meme.id}` });
  expect(guest.headers.get("location")).toBe(`/sign-in?next=%2Fmeme%2F${meme.id}%23rated-${meme.id}`);
});
