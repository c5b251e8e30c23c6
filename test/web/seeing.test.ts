import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;
let browser: SharedBrowser;
let world: World;
let author: TestMember;
let mature: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  author = await world.member({ name: "painter" });
  await world.meme({ by: author, caption: "for everyone" });
  mature = (await world.meme({ by: author, caption: "for grown-ups #spicy", age: 4 })).id;
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const isBlurred = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.querySelector(".picture-mature img")!).filter.includes("blur"));

describe("a mature meme", () => {
  test.each([true, false])(
    "is blurred until somebody wants to see it, with scripts: %p",
    async (javaScriptEnabled) => {
      await using tab = await openTab(browser, world, { javaScriptEnabled });
      const { page } = tab;
      for (const path of [`/meme/${mature}`, "/", "/new", "/@painter", "/tag/spicy", "/search?search=grown"]) {
        await page.goto(path);
        const computed = javaScriptEnabled ? await isBlurred(page) : await page.locator(".picture-mature").isVisible();
        expect(computed, path).toBe(true);
        await page.getByText("Show", { exact: true }).click();
        if (javaScriptEnabled) expect(await isBlurred(page), path).toBe(false);
        await page.locator(".curtain").getByText("Hide").click();
      }
      // By keyboard. In full size, too, it is shown only once it is uncovered.
      await page.goto(`/meme/${mature}`);
      const curtain = page.getByRole("checkbox", { name: /Mature/ });
      const enlarge = async () => {
        await page.locator("a[data-zoom]").focus();
        await page.keyboard.press("Enter");
        return page.locator("dialog.zoom-view").count();
      };
      if (javaScriptEnabled) expect(await enlarge()).toBe(0);
      else await curtain.focus();
      expect(await curtain.evaluate((box) => box === document.activeElement)).toBe(true);
      await page.keyboard.press("Space");
      if (javaScriptEnabled) {
        expect(await isBlurred(page)).toBe(false);
        expect(await enlarge()).toBe(1);
      }
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "guests choose in a cookie, and are told whom it is for",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled: false });
      const { page } = tab;
      const blurredInLists = async () => {
        await page.goto("/new");
        expect(await page.getByText("for grown-ups").count()).toBeGreaterThan(0);
        return page.locator(".picture-mature").count();
      };
      expect(await blurredInLists()).toBe(1);
      await page.goto(`/meme/${mature}`);
      await page.getByRole("link", { name: "Always show them" }).click();
      await page.getByText("18 and over").waitFor();
      await page.getByRole("button", { name: /18 or older/ }).click();
      await page.waitForURL(`**/meme/${mature}`);
      expect(await page.locator(".picture-mature").count()).toBe(0);
      expect(await blurredInLists()).toBe(0);
      await page.goto("/mature");
      await page.getByRole("button", { name: "Hide them again" }).click();
      expect(await blurredInLists()).toBe(1);
    },
    SLOW,
  );

  test("a kept page of guests shows nobody what another wants to see", async () => {
    const read = async (cookie = "") => (await world.as().get("/new", { headers: { Cookie: cookie } })).text();
    for (let i = 0; i < 4; i++) {
      expect(await read()).toContain("picture-mature");
      expect(await read("guffaw-mature=shown")).not.toContain("picture-mature");
    }
  });

  test("members choose in their settings; authors see their own", async () => {
    const fan = await world.member();
    const page = async (path: string, who = fan) =>
      (await world.as().get(path, { headers: { Cookie: await sessionCookie(world, who) } })).text();
    await world.as(fan).put(`/v1/profile/${author.user.id}/follow`);
    const places = [`/meme/${mature}`, "/", "/new", "/?feed=following", "/tag/spicy", "/search?search=grown"];
    for (const path of places) {
      expect(await page(path), path).toContain("picture-mature");
      expect(await page(path, author), path).not.toContain("picture-mature");
    }
    expect((await world.as(fan).put("/v1/profile/me/mature?shown=true")).status).toBe(200);
    for (const path of places) {
      expect(await page(path), path).toContain("for grown-ups");
      expect(await page(path), path).not.toContain("picture-mature");
    }
    expect(await page("/settings/seeing")).toMatch(/name="show"[^>]* checked/);
  });

  test("lists leave it out where the address asks for younger ones, and Random unless it is wanted", async () => {
    const read = async (path: string) => (await world.as().get(path)).text();
    for (const path of ["/?age=2", "/new?age=2", "/tag/spicy?age=2", "/search?search=grown&age=2"])
      expect(await read(path), path).not.toContain("for grown-ups");
    for (let i = 0; i < 10; i++)
      expect((await world.as().get("/random")).headers.get("location")).not.toContain(mature);
  });

  test("no link preview shows it", async () => {
    const painter = await (await world.as().get("/@painter")).text();
    expect(painter).toContain("og:image");
    expect(painter.match(/og:image" content="([^"]+)"/)![1]).not.toContain(mature);
    expect(await (await world.as().get(`/meme/${mature}`)).text()).not.toContain("og:image");
  });
});

describe("muting and blocking on the site", () => {
  test.each([true, false])(
    "mute from a card, see it in the settings, unmute: with scripts %p",
    async (javaScriptEnabled) => {
      const [me, loud] = [await world.member(), await world.member({ name: `loud_${javaScriptEnabled}` })];
      await world.meme({ by: me, caption: "a quiet one" });
      const meme = await world.meme({ by: loud, caption: "noise" });
      await using tab = await signInTab(browser, world, me, { javaScriptEnabled });
      const { page } = tab;
      await page.goto("/new");
      const card = page.locator(`[data-meme="${meme.id}"]`);
      await card.getByLabel(`More about ${loud.user.username}`).click();
      await card.getByRole("button", { name: `Mute ${loud.user.username}` }).click();
      await page.getByText("Muted. They won't know.").waitFor();
      expect(await card.count()).toBe(0);
      // A keyboard goes on with the next card.
      if (javaScriptEnabled) expect(await page.locator(".card :focus").count()).toBe(1);
      if (javaScriptEnabled) {
        await page.getByRole("link", { name: "Undo" }).click();
        await card.waitFor();
        await card.getByLabel(`More about ${loud.user.username}`).click();
        await card.getByRole("button", { name: `Mute ${loud.user.username}` }).click();
        await card.waitFor({ state: "detached" });
      }
      await page.goto(`/@${loud.user.username}`);
      await page.getByText("You've muted").waitFor();
      expect(await card.count()).toBe(1);
      await page.goto("/settings/seeing");
      await page.getByRole("button", { name: `Unmute ${loud.user.username}` }).click();
      await page.getByText("Nobody. How peaceful.").waitFor();
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "block from a profile, and from a comment",
    async () => {
      const [me, troll] = [await world.member(), await world.member({ name: "troll" })];
      const mine = await world.meme({ by: me, caption: "mine" });
      await commentOnMeme(world.ctx(troll), { memeId: mine.id, content: "boo" });
      await using tab = await signInTab(browser, world, me);
      const { page } = tab;
      await page.goto(`/meme/${mine.id}`);
      const comment = page.locator(".comment", { hasText: "boo" });
      await comment.getByLabel("More about troll").click();
      await comment.getByRole("button", { name: "Block troll" }).click();
      await comment.waitFor({ state: "detached" });
      await page.goto("/@troll");
      await page.getByRole("button", { name: "Unblock troll" }).click();
      await page.getByText("Unblocked.").waitFor();
      await page.getByLabel("More about troll").click();
      await page.getByRole("button", { name: "Block troll" }).click();
      await page.getByText("While you block troll, you don't see their memes").waitFor();
      expect(await page.getByText("Nothing here yet").count()).toBe(0);
      const theirs = await world.as().get(`/@${me.user.username}`, {
        headers: { Cookie: await sessionCookie(world, troll) },
      });
      expect(theirs.status).toBe(404);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "mute a word in the settings; one that is none is refused with what was typed",
    async () => {
      const [me, other] = [await world.member(), await world.member()];
      await world.meme({ by: other, caption: "Ananas on pizza" });
      await using tab = await signInTab(browser, world, me, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto("/settings/seeing");
      await page.getByLabel("Word, or several in a row").fill("!?!");
      await page.getByRole("button", { name: "Mute", exact: true }).click();
      await page.getByText("There is no word in that.").waitFor();
      expect(await page.getByLabel("Word, or several in a row").inputValue()).toBe("!?!");
      await page.getByLabel("Word, or several in a row").fill("ANANAS");
      await page.getByRole("button", { name: "Mute", exact: true }).click();
      await page.getByRole("button", { name: "Unmute ANANAS" }).waitFor();
      await page.goto("/new");
      expect(await page.getByText("Ananas on pizza").count()).toBe(0);
    },
    SLOW,
  );
});
