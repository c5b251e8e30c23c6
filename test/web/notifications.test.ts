import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";

import type { Page } from "playwright-core";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { sendNotice } from "../../src/core/notifications/send-notice.ts";
import { reportMeme } from "../../src/core/reports/report-meme.ts";
import { takeReport } from "../../src/core/reports/take-reports.ts";
import { endOtherSessions } from "../../src/core/sessions/end-sessions.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { findUser } from "../../src/data/users.ts";
import { LiveCounts } from "../../src/http/web/notifications/live-streams.ts";
import { wordsIn } from "../../src/words/words.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { launchServer, startServer } from "../cli/guffaw.ts";
import { until } from "../until.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { axeViolations } from "./axe.ts";
import { openTab } from "./browser.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;

let browser: SharedBrowser;
let world: World;

beforeAll(async () => {
  world = await openWorld("SQLite");
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const unseenOf = async ({ user }: TestMember) => (await findUser(world.db, user.id))!.unseenCount;

/** Somebody with a meme, and a fan who has not reacted yet. */
async function people() {
  const [author, fan] = [await world.member(), await world.member()];
  const meme = await world.meme({ by: author, caption: "the one" });
  const cookie = await sessionCookie(world, author);
  return { author, fan, meme, cookie, site: asBrowser(cookie) };
}

/** A browser without scripts. */
function asBrowser(Cookie: string) {
  const get = (path: string, headers: Record<string, string> = {}) =>
    world.as().get(path, { headers: { Cookie, ...headers } });
  const post = (path: string, fields: Record<string, string> = {}) =>
    world.as().post(path, {
      headers: { Cookie, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams(fields),
    });
  return { get, post, read: async (path: string) => (await get(path)).text() };
}

const wordsOf = (html: string) =>
  html
    .replace(/^.*<main/s, "<main")
    .replace(/<\/main>.*$/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

/** Comments have a row each; ratings of one meme share one. */
const tell = async (meme: Meme) => commentOnMeme(world.ctx(await world.member()), { memeId: meme.id, content: "ha" });

describe("the list of notifications", () => {
  test("is for people who are signed in", async () => {
    for (const path of ["/notifications", "/notifications/live", "/notifications/1/open", "/settings/notifications"]) {
      const { status, headers } = await world.as().get(path);
      expect([status, headers.get("location")]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`]);
    }
    const lonely = asBrowser(await sessionCookie(world, await world.member()));
    expect(wordsOf(await lonely.read("/notifications"))).toContain("All quiet.");
  });

  test("says who did what, and marks what is new in words", async () => {
    const { author, fan, meme, site } = await people();
    await world.rate(fan, meme, 4);
    const { id: parent } = await commentOnMeme(world.ctx(author), { memeId: meme.id, content: "mine" });
    await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "<b>ha</b>", parent });
    await followUser(world.ctx(fan), author.user.id);
    const staff = await world.member({ name: "warden", perks: ["staff"] });
    await sendNotice(world.ctx(staff), { user: author.user.id, text: "Well done." });
    const theirs = await world.meme({ by: fan });
    await commentOnMeme(world.ctx(fan), { memeId: theirs.id, content: `@${author.user.username} look` });
    const html = await site.read("/notifications");
    const name = fan.user.username;
    for (const words of [
      "5 new",
      "look See the comment",
      "New warden from our staff wrote to you: Well done.",
      `New ${name} follows you. See the profile`,
      `New ${name} commented on your meme: &lt;b&gt;ha&lt;/b&gt; See the comment`,
      `New ${name} rated your meme 4 out of 5. See the meme`,
    ])
      expect(wordsOf(html)).toContain(words);
    expect(html).toContain(`href="/@${fan.user.username}"`);
    expect(html).toContain(`${meme.image.hash}`);
    expect(html).toContain("News, 5 new");
    // Viewing the list does not mark it as read.
    expect(await unseenOf(author)).toBe(5);
  });

  test("links to where it happened, and following the link marks it as read", async () => {
    const { author, fan, meme, site } = await people();
    await followUser(world.ctx(fan), author.user.id);
    const { id } = await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "ha" });
    await world.rate(fan, meme, 5);
    const links = [...(await site.read("/notifications")).matchAll(/href="(\/notifications\/\d+\/open)"/g)];
    const [rating, comment, follow] = links.map((link) => link[1]!);
    const open = async (path: string, headers?: Record<string, string>) =>
      (await site.get(path, headers)).headers.get("location");
    expect(await open(follow!, { "Sec-Fetch-Site": "cross-site" })).toBe(`/@${fan.user.username}`);
    expect(await open(follow!, { "Sec-Purpose": "prefetch" })).toBe(`/@${fan.user.username}`);
    expect(await unseenOf(author)).toBe(3);
    expect(await open(follow!, { "Sec-Fetch-Site": "same-origin" })).toBe(`/@${fan.user.username}`);
    expect(await open(comment!)).toBe(`/meme/${meme.id}#comment-${id}`);
    expect(await unseenOf(author)).toBe(1);
    await world.db.updateTable("memes").set({ comment_count: 300 }).where("id", "=", meme.id).execute();
    expect(await open(comment!)).toBe(`/meme/${meme.id}?after=${id - 1}#comment-${id}`);
    await world.db.updateTable("memes").set({ comment_count: 1 }).where("id", "=", meme.id).execute();
    expect(await open(rating!)).toBe(`/meme/${meme.id}`);
    const { report } = await reportMeme(world.ctx(author), { memeId: meme.id, reason: "spam", description: "it is" });
    await takeReport(world.ctx(await world.member({ perks: ["staff"] })), report.id);
    const html = await site.read("/notifications");
    expect(wordsOf(html)).toContain(`is looking into your report ${report.id}. See your reports`);
    const [, newest] = /href="(\/notifications\/\d+\/open)"/.exec(html)!;
    expect(await open(newest!)).toBe(`/reports#report-${report.id}`);
    const stranger = asBrowser(await sessionCookie(world, fan));
    expect((await stranger.get(rating!)).status).toBe(404);
    expect((await site.get("/notifications/none/open")).status).toBe(404);
  });

  test("is paginated; its forms do what they say and nothing more", async () => {
    const { author, meme, site } = await people();
    for (let i = 0; i < 52; i++) await tell(meme);
    const html = await site.read("/notifications");
    const rows = (text: string) => [...text.matchAll(/id="notification-(\d+)"/g)].map((row) => Number(row[1]));
    const ids = rows(html);
    const [, older] = /href="(\/notifications\?before=\d+)"/.exec(html)!;
    const rest = await site.read(older!);
    expect([ids.length, rows(rest).length]).toEqual([50, 2]);
    expect(rest).not.toContain("Mark all as read");

    const mark = await site.post(`/notifications/${ids[0]}/seen`, { next: "/notifications?before=7" });
    expect([mark.status, mark.headers.get("location")]).toEqual([303, "/notifications?before=7"]);
    expect((await site.post(`/notifications/${ids[1]}/delete`)).headers.get("location")).toBe("/notifications");
    expect(await unseenOf(author)).toBe(50);
    await tell(meme);
    expect((await site.post("/notifications/seen", { upTo: String(ids[0]) })).status).toBe(303);
    expect(await unseenOf(author)).toBe(1);
    expect((await site.post("/notifications/seen", { upTo: "all" })).status).toBe(400);
    expect((await site.post("/notifications/delete", { upTo: String(ids[0]) })).status).toBe(303);
    expect(wordsOf(await site.read("/notifications"))).toContain("1 new");
    expect((await site.post(`/notifications/${ids[0]}/seen`)).status).toBe(404);
    expect((await site.post(`/notifications/${ids[0]}/delete`)).status).toBe(404);
  });

  test("stays in place after an action, and says what is left", async () => {
    const { meme, site } = await people();
    for (let i = 0; i < 3; i++) await tell(meme);
    const html = await site.read("/notifications");
    const [first, second, third] = [...html.matchAll(/id="(notification-(\d+))"/g)].map((row) => ({
      row: row[1],
      id: row[2],
    }));
    const nextOf = (id: string | undefined, act: string) =>
      new RegExp(`action="/notifications/${id}/${act}"><input type="hidden" name="next" value="([^"]+)"`).exec(
        html,
      )![1];
    expect(nextOf(first!.id, "seen")).toBe(`/notifications#${first!.row}`);
    expect(nextOf(first!.id, "delete")).toBe(`/notifications#${second!.row}`);
    expect(nextOf(third!.id, "delete")).toBe(`/notifications#${second!.row}`);
    const gone = await site.post(`/notifications/${first!.id}/delete`, { next: nextOf(first!.id, "delete")! });
    expect(gone.headers.get("location")).toBe(`/notifications#${second!.row}`);

    const noteOf = (answer: Response) => /guffaw-note=([^;]*)/.exec(answer.headers.get("set-cookie")!)![1];
    for (const [path, all, shown] of [
      ["/notifications/seen", "all-seen", "shown-seen"],
      ["/notifications/delete", "all-told-deleted", "shown-deleted"],
    ] as const) {
      const upTo = /name="upTo" value="(\d+)"/.exec(await site.read("/notifications"))![1]!;
      expect(noteOf(await site.post(path, { upTo }))).toBe(all);
      await tell(meme);
      expect(noteOf(await site.post(path, { upTo }))).toBe(shown);
    }
  });

  test("contains only kinds that are turned on", async () => {
    const { author, fan, meme, site } = await people();
    const ticked = (html: string) => [...html.matchAll(/name="(\w+)" value="on" checked/g)].map((box) => box[1]);
    expect(ticked(await site.read("/settings/notifications"))).toEqual([
      "rating",
      "follow",
      "comment",
      "remix",
      "report",
    ]);
    expect((await site.post("/settings/notifications", { follow: "on", report: "on" })).status).toBe(303);
    expect(ticked(await site.read("/settings/notifications"))).toEqual(["follow", "report"]);
    await world.rate(fan, meme, 5);
    await followUser(world.ctx(fan), author.user.id);
    expect(await unseenOf(author)).toBe(1);
  });
});

/** Events of a stream, as they arrive. */
async function listen(cookie: string, headers: Record<string, string> = {}) {
  const leave = new AbortController();
  const response = await fetch(`${world.origin}/notifications/live`, {
    headers: { Cookie: cookie, ...headers },
    signal: leave.signal,
  });
  let text = "";
  const ended = (async () => {
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk);
  })().catch(() => {});
  return {
    response,
    leave: () => leave.abort(),
    ended,
    text: () => text,
    heard: (words: RegExp) => until(() => words.test(text)),
  };
}

const streams = async () =>
  Number(/^guffaw_live_streams (\d+)$/m.exec(await (await world.as().get("/metrics")).text())![1]);

describe("the stream behind the bell", () => {
  test("sends the current state, then changes, and leaves nothing behind", async () => {
    const { fan, meme, cookie } = await people();
    const stream = await listen(cookie);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    await stream.heard(/^retry: \d{4}\n\nid: 0\ndata: {"unseen":0,"shown":"","label":"News"}\n\n$/);
    await world.rate(fan, meme, 5);
    await stream.heard(/id: 1\ndata: {"unseen":1,"shown":"1","label":"News, 1 new"}\n\n$/);
    expect(await streams()).toBe(1);
    stream.leave();
    await until(async () => (await streams()) === 0);

    // A client that reconnects with the current id is told nothing new.
    const again = await listen(cookie, { "Last-Event-ID": "1", "Accept-Language": "de" });
    await again.heard(/retry/);
    expect(again.text()).not.toContain("data");
    await tell(meme);
    await again.heard(/Neues, 2 ungelesen/);
    again.leave();
    await until(async () => (await streams()) === 0);
    const head = await world.as().head("/notifications/live", { headers: { Cookie: cookie } });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  });

  test("ends with the session, and with the account's good standing", async () => {
    const { author, cookie } = await people();
    const kept = await sessionCookie(world, author);
    const [one, other] = [await listen(cookie), await listen(kept)];
    const rows = await world.db.selectFrom("sessions").select("id").where("user_id", "=", author.user.id).execute();
    await endOtherSessions(
      world.ctx(author),
      rows
        .map(({ id }) => id)
        .sort()
        .at(-1)!,
    );
    await one.ended;
    expect(one.text()).toEndWith("event: bye\ndata:\n\n");
    expect(other.text()).not.toContain("bye");
    await suspendUser(world.ctx(), { user: author.user.id });
    await other.ended;
    expect(other.text()).toContain("bye");
    expect(await streams()).toBe(0);
  });

  test("closes the oldest if one person has too many", async () => {
    const { cookie } = await people();
    const many = [];
    for (let i = 0; i < 8; i++) many.push(await listen(cookie));
    await Promise.all(many.slice(0, 2).map(({ ended }) => ended));
    expect(many.map(({ text }) => text().includes("bye"))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(await streams()).toBe(6);
    for (const { leave } of many) leave();
    await until(async () => (await streams()) === 0);
  });
});

test("ends the stream of a client that listens too often, and never times out others", async () => {
  const { cookie } = await people();
  const { hostname, port } = new URL(world.origin);
  let text = "";
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("data", (data) => (text += String(data)));
  socket.write(`GET /notifications/live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
  await until(async () => (await streams()) === 1);
  const many = [];
  for (let i = 0; i < 6; i++) many.push(await listen(cookie));
  try {
    await until(() => text.endsWith("\r\n0\r\n\r\n"));
  } finally {
    socket.destroy();
    for (const { leave } of many) leave();
  }
  await until(async () => (await streams()) === 0);
});

test("the number of streams is limited, and none opens once the server stops", async () => {
  const live = new LiveCounts(world.services, { max: 2 });
  const listener = { userId: "1", sessionId: "1", words: wordsIn("en"), unseen: 0, news: 0, known: undefined };
  const open = (gone = new AbortController()) => ({ gone, body: live.open(listener, gone.signal) });
  const [first, second, third] = [open(), open(), open()];
  expect([live.size, third.body]).toEqual([2, undefined]);
  first.gone.abort();
  await second.body!.cancel();
  expect(live.size).toBe(0);
  const last = open();
  live.stop();
  expect(live.size).toBe(0);
  expect(await new Response(last.body).text()).toStartWith("retry: ");
  expect(open().body).toBeUndefined();
});

describe("the list in a browser", () => {
  test.each([true, false])(
    "is still where it was after something in it was deleted, with scripts %p",
    async (javaScriptEnabled) => {
      const { author, meme } = await people();
      for (let i = 0; i < 14; i++) await tell(meme);
      const viewport = { width: 1280, height: 600 };
      await using tab = await signInTab(browser, world, author, { javaScriptEnabled, viewport });
      const { page, problems } = tab;
      await page.goto("/notifications");
      const ids = await page.locator(".notification").evaluateAll((rows) => rows.map(({ id }) => id));
      const focused = () => page.evaluate(() => document.activeElement?.id);
      const topOf = (id: string) => page.locator(`#${id}`).evaluate((row) => row.getBoundingClientRect().top);
      await page.locator(`#${ids[8]}`).getByRole("button", { name: "Delete" }).focus();
      const before = await topOf(ids[8]!);
      await page.keyboard.press("Enter");
      await page.locator(`#${ids[8]}`).waitFor({ state: "detached" });
      await until(async () => (await focused()) === ids[9]);
      const isInView = async () => {
        const top = await topOf(ids[9]!);
        return javaScriptEnabled ? Math.abs(top - before) < 2 : top > 100 && top < 200;
      };
      await until(isInView);
      const note = (await page.locator(".note").boundingBox())!;
      expect(note.y).toBeGreaterThan(0);
      expect(note.y + note.height).toBeLessThan(await topOf(ids[9]!));
      // The next one is close to the keyboard focus.
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement!.closest(".notification")?.id)).toBe(ids[9]);
      expect(problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "offers what comes while it is open, and marks nothing that it did not show",
    async () => {
      const { author, fan, meme } = await people();
      await world.rate(fan, meme, 5);
      await using tab = await signInTab(browser, world, author);
      const { page, problems } = tab;
      await page.goto("/notifications");
      const status = page.locator(".notification-page [role=status]");
      expect(await status.textContent()).toBe("");
      await followUser(world.ctx(fan), author.user.id);
      const offer = status.getByRole("link", { name: "Show 1 new notification" });
      await offer.waitFor();
      // Announced only once.
      expect(await page.locator(".bell [role=status]").textContent()).toBe("");
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await page.getByText("Marked as read, except what has arrived since.").waitFor();
      expect(await page.locator(".notification-new").count()).toBe(1);
      await page.getByText("1 new", { exact: true }).waitFor();
      await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "ha" });
      await offer.click();
      await page.getByText("2 new", { exact: true }).waitFor();
      expect(await status.textContent()).toBe("");
      expect(problems).toEqual([]);
    },
    SLOW,
  );

  test.each([360, 1280])(
    "asks again below the button that was pressed, at %p px, as every list does",
    async (width) => {
      const { author, fan, meme } = await people();
      await world.rate(fan, meme, 5);
      await using tab = await signInTab(browser, world, author, { viewport: { width, height: 800 } });
      for (const path of ["/notifications", "/settings/keys"]) {
        await tab.page.goto(path);
        const button = tab.page.locator(".confirm > summary");
        const before = await button.boundingBox();
        await button.click();
        expect(await button.boundingBox(), path).toEqual(before);
        const asked = (await tab.page.locator(".confirm-ask").boundingBox())!;
        expect(asked.y, path).toBeGreaterThanOrEqual(before!.y + before!.height);
      }
    },
    SLOW,
  );
});

const bellOf = (page: Page) => page.getByRole("link", { name: /^News/ });

describe("the bell", () => {
  test(
    "counts without a reload, says so once, and hears nothing while nobody looks",
    async () => {
      const { author, fan, meme } = await people();
      await world.rate(fan, meme, 5);
      await using tab = await signInTab(browser, world, author);
      const { page, problems } = tab;
      await page.goto("/");
      await until(async () => (await streams()) === 1);
      expect(await page.title()).toBe("(1) Guffaw");
      expect(await page.locator(".bell [role=status]").textContent()).toBe("");

      await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "ha" });
      await page.getByRole("link", { name: "News, 2 new" }).waitFor();
      expect(await page.locator(".bell .bell-count").textContent()).toBe("2");
      expect(await page.title()).toBe("(2) Guffaw");
      expect(await page.locator(".bell [role=status]").textContent()).toBe("News, 2 new");

      const look = (state: string) =>
        page.evaluate((value) => {
          Object.defineProperty(document, "visibilityState", { value, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }, state);
      await look("hidden");
      await until(async () => (await streams()) === 0);
      await followUser(world.ctx(fan), author.user.id);
      await look("visible");
      await page.getByRole("link", { name: "News, 3 new" }).waitFor();

      await bellOf(page).click();
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await page.getByText("All marked as read.").waitFor();
      expect([await bellOf(page).textContent(), await page.title()]).toEqual(["News", "News · Guffaw"]);
      await page.getByText("Delete all", { exact: true }).click();
      await page.getByRole("button", { name: "Yes, delete all" }).click();
      await page.getByText("All quiet.").waitFor();
      expect(problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "is a link where there are no scripts",
    async () => {
      const { author, fan, meme } = await people();
      await world.rate(fan, meme, 5);
      await using tab = await signInTab(browser, world, author, { javaScriptEnabled: false });
      await tab.page.goto("/");
      await tab.page.getByRole("link", { name: "News, 1 new" }).click();
      // A click anywhere on it works.
      await tab.page.locator(".notification").click({ position: { x: 300, y: 20 } });
      expect(new URL(tab.page.url()).pathname).toBe(`/meme/${meme.id}`);
      expect(await bellOf(tab.page).textContent()).toBe("News");
    },
    SLOW,
  );

  test(
    "goes on when the server is started anew, which it does not keep from stopping",
    async () => {
      const { author, fan, meme, cookie } = await people();
      const first = await launchServer(world.env);
      const { origin, port } = new URL(first.origin());
      await using tab = await openTab(browser, { origin } as World);
      const { page } = tab;
      const [name, value] = cookie.split("=", 2) as [string, string];
      await page.context().addCookies([{ name, value, url: origin }]);
      await page.goto("/about");
      // News from another process arrive too.
      await world.rate(fan, meme, 5);
      await page.getByRole("link", { name: "News, 1 new" }).waitFor();

      const startedAt = performance.now();
      expect(await first.stop()).toBe(0);
      // Requests in flight would be waited for, for up to half a minute.
      expect(performance.now() - startedAt).toBeLessThan(20_000);
      await followUser(world.ctx(fan), author.user.id);
      const second = await startServer({ ...world.env, GUFFAW_PORT: port });
      await page.getByRole("link", { name: "News, 2 new" }).waitFor();
      await second.stop();
    },
    SLOW,
  );
});
