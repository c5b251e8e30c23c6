import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;
let browser: SharedBrowser;
let world: World;
let me: TestMember;
let other: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  me = await world.member({ name: "mia" });
  other = await world.member({ name: "Ada.L" });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

describe("comments", () => {
  test(
    "are sent without a reload, at their place in the thread",
    async () => {
      const meme = await world.meme({ by: me });
      await commentOnMeme(world.ctx(other), { memeId: meme.id, content: "first" });
      await using tab = await signInTab(browser, world, me);
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.evaluate(() => (document.documentElement.dataset.same = "yes"));
      await page.getByPlaceholder("Say something").fill("second");
      await page.getByRole("button", { name: "Comment", exact: true }).click();
      await page.locator(".comment-words", { hasText: "second" }).waitFor();
      expect(await page.textContent("#comments-title")).toBe("2 comments");
      const first = page.locator(".comment", { hasText: "first" });
      await first.getByText("Reply", { exact: true }).first().click();
      // The toolbar stays one row, and the cursor is in the field.
      expect(await first.getByLabel("Your reply").evaluate((field) => field === document.activeElement)).toBe(true);
      const tops = await Promise.all(
        [".like", "summary:has-text('Reply')", "a:has-text('Report')"].map(
          async (part) => (await first.locator(part).first().boundingBox())!.y,
        ),
      );
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(2);
      await first.getByLabel("Your reply").fill("third, below the first");
      await first.getByRole("button", { name: "Reply" }).click();
      await page.locator(".comments-replies .comment-words", { hasText: "third" }).waitFor();
      // The form is folded, and the focus is where it unfolds.
      await until(() => page.evaluate(() => document.activeElement?.matches("summary") ?? false));
      // A reply to a reply is at the same level.
      const third = page.locator(".comment", { hasText: "third" });
      await third.getByText("Reply", { exact: true }).first().click();
      await third.getByLabel("Your reply").fill("fourth");
      await third.getByRole("button", { name: "Reply" }).click();
      await page.locator(".comment-words", { hasText: "fourth" }).waitFor();
      expect(await page.locator(".comments-replies .comments-replies .comment").count()).toBe(0);
      const words = () => page.locator(".comments-list > li > .comment .comment-words").allTextContents();
      const all = ["first", "To Ada.L: third, below the first", "To mia: fourth", "second"];
      expect(await words()).toEqual(all);
      expect(await page.evaluate(() => document.documentElement.dataset.same)).toBe("yes");
      await page.reload();
      expect(await words()).toEqual(all);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "survive a lost connection and a closed page, and leave no draft once sent",
    async () => {
      const meme = await world.meme({ by: other });
      await using tab = await signInTab(browser, world, me);
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.context().setOffline(true);
      await page.getByPlaceholder("Say something").fill("written in a tunnel");
      await page.getByRole("button", { name: "Comment", exact: true }).click();
      await page.locator(".comment-form .form-error").waitFor();
      expect(await page.getByPlaceholder("Say something").inputValue()).toBe("written in a tunnel");
      await page.context().setOffline(false);
      await page.goto("/new");
      await page.goto(`/meme/${meme.id}`);
      expect(await page.getByPlaceholder("Say something").inputValue()).toBe("written in a tunnel");
      await page.getByRole("button", { name: "Comment", exact: true }).click();
      await page.locator(".comment-words", { hasText: "tunnel" }).waitFor();
      expect(await page.getByPlaceholder("Say something").inputValue()).toBe("");
      await page.reload();
      expect(await page.getByPlaceholder("Say something").inputValue()).toBe("");
      expect(tab.problems.filter((one) => !one.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
    },
    SLOW,
  );

  test.each([true, false])(
    "can be liked, with scripts: %p",
    async (javaScriptEnabled) => {
      const meme = await world.meme({ by: me });
      await commentOnMeme(world.ctx(other), { memeId: meme.id, content: "likeable" });
      await using tab = await signInTab(browser, world, me, { javaScriptEnabled });
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      const like = page.getByRole("button", { name: "Like" });
      await like.click();
      await page.locator(".like[aria-pressed=true]", { hasText: "1" }).waitFor();
      await like.click();
      await page.locator(".like[aria-pressed=false]").waitFor();
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test("link addresses and people who exist, and nothing else", async () => {
    const meme = await world.meme({ by: me });
    const content =
      'See (https://example.com/a_(b)?c=1&d="x) or http://example.org/. javascript:alert(1) <b> @ada.l, @nobody mail@mia @mia.';
    await commentOnMeme(world.ctx(other), { memeId: meme.id, content });
    const page = await world.as().get(`/meme/${meme.id}`, { headers: { Cookie: await sessionCookie(world, me) } });
    const [words] = /<p class="comment-words">.*?<\/p>/s.exec(await page.text())!;
    const links = [...words!.matchAll(/<a href="([^"]+)"([^>]*)>([^<]*)<\/a>/g)].map(([, href, rest, text]) => [
      href,
      rest,
      text,
    ]);
    const outside = ' rel="nofollow ugc noopener" target="_blank"';
    expect(links).toEqual([
      ["https://example.com/a_(b)?c=1&amp;d=", outside, "https://example.com/a_(b)?c=1&amp;d="],
      ["http://example.org/", outside, "http://example.org/"],
      ["/@Ada.L", "", "@ada.l"],
      ["/@mia", "", "@mia"],
    ]);
    expect(words).toContain("&lt;b&gt;");
  });

  test("a kept page of guests notices who is called what", async () => {
    const meme = await world.meme({ by: me });
    await commentOnMeme(world.ctx(other), { memeId: meme.id, content: "where is @late_comer?" });
    const read = async () => (await world.as().get(`/meme/${meme.id}`)).text();
    for (let i = 0; i < 4; i++) expect(await read()).not.toContain("/@late_comer");
    await world.member({ name: "late_comer" });
    for (let i = 0; i < 3; i++) expect(await read()).toContain('<a href="/@late_comer">@late_comer</a>');
  });
});
