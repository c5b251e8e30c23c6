import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";

import { createApp } from "../../src/app.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { deleteComment } from "../../src/core/comments/delete-comment.ts";
import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { chooseAppearance } from "../../src/core/pro/choose-appearance.ts";
import { grantPro } from "../../src/core/pro/grant-pro.ts";
import { changePerks } from "../../src/core/users/change-perks.ts";
import { changeProfile } from "../../src/core/users/change-profile.ts";
import { Budget, Kept } from "../../src/data/kept.ts";
import { DatabaseMeter } from "../../src/data/meter.ts";
import { CachedPage, NONCE, PageCache } from "../../src/http/web/page-cache.ts";
import { askApp } from "../ask-app.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

const PAGES = ["/docs", "/about", "/stats"];

async function look(world: World, path: string, headers: Record<string, string> = {}) {
  const answer = await world.as().get(path, { headers });
  const html = await answer.text();
  const nonce = /script-src 'nonce-([\w-]+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  return { answer, nonce, html, plain: html.replaceAll(nonce ?? "", "…") };
}

describe.each(DIALECTS)("pages cached for all guests, on %s", (dialect) => {
  test("have a new nonce each time, compressed or not, and are otherwise the same", async () => {
    await using world = await openWorld(dialect);
    for (const path of PAGES) {
      const first = await look(world, path, { "Accept-Encoding": "gzip" });
      await look(world, path);
      const others = [
        await look(world, path, { "Accept-Encoding": "gzip" }),
        await look(world, `${path}?any=thing`, { "Accept-Encoding": "identity" }),
        await look(world, `/${path}/`, { "Accept-Encoding": "zstd, gzip" }),
      ];
      expect(first.answer.headers.get("content-encoding")).toBe("gzip");
      expect(others[1]!.answer.headers.get("content-encoding")).toBeNull();
      for (const { answer, plain, html, nonce } of others) {
        expect(answer.status).toBe(200);
        expect(plain === first.plain, path).toBe(true);
        expect(html).toContain(`nonce="${nonce}"`);
      }
      expect(new Set([first, ...others].map(({ nonce }) => nonce)).size).toBe(4);
      expect(first.html).not.toContain(NONCE);
      const head = await world.as().head(path);
      expect(Number(head.headers.get("content-length"))).toBeGreaterThan(1000);
    }
  });

  test("differ by language, theme, note and viewer", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member({ name: "some_body" });
    const cookie = await sessionCookie(world, me);
    for (const path of PAGES) {
      const [english] = [await look(world, path), await look(world, path), await look(world, path)];
      expect((await look(world, path, { "Accept-Language": "de" })).html).toContain('<html lang="de"');
      expect((await look(world, path, { Cookie: "guffaw-language=de" })).html).toContain('<html lang="de"');
      expect((await look(world, path, { Cookie: "guffaw-theme=dark" })).html).toContain('data-theme="dark"');
      const noted = await look(world, path, { Cookie: "guffaw-note=signed-out" });
      expect(noted.html).toContain('class="note"');
      expect((await look(world, path, { Cookie: cookie })).html).toContain("some_body");
      expect((await look(world, path)).plain === english.plain, path).toBe(true);
    }
  });

  test("are up to date", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    for (const path of ["/about", "/stats"]) {
      const [before] = [await look(world, path), await look(world, path), await look(world, path)];
      await world.meme({ by: me });
      expect((await look(world, path)).plain === before.plain, path).toBe(false);
    }
  });
});

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** As a server shows it that has cached nothing. */
async function lookAnew(world: World, path: string) {
  const app = createApp(world.services, world.addresses);
  const answer = await askApp(app, { origin: world.origin, path });
  return (await answer.text()).replace(/ nonce="[^"]+"/g, "");
}

/** The fourth visit at the latest gets a cached page. */
async function lookOften(world: World, path: string) {
  const visits = [];
  for (let i = 0; i < 4; i++) visits.push(await look(world, path));
  const [first, ...others] = visits.map(({ plain }) => plain.replaceAll(' nonce="…"', ""));
  for (const one of others) expect(one === first, path).toBe(true);
  return first!;
}

describe.each(DIALECTS)("the feed and a meme, cached for all guests, on %s", (dialect) => {
  test("show every change at once", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member({ name: "first_name" }), await world.member({ name: "the_fan" })];
    const meme = await world.meme({ by: author, caption: "what was said" });
    const input = { memeId: meme.id };
    let comment = 0;
    const changes: [what: string, change: () => Promise<unknown>][] = [
      ["a caption", () => captionMeme(world.ctx(author), { ...input, caption: "what is said", alt: "" })],
      ["a rating", () => world.rate(fan, meme, 5)],
      ["another rating", () => world.rate(fan, meme, 1)],
      ["a comment", async () => (comment = (await commentOnMeme(world.ctx(fan), { ...input, content: "Ha!" })).id)],
      ["a name", () => changeProfile(world.ctx(author), { username: "second_name" })],
      ["no comment", () => deleteComment(world.ctx(fan), { ...input, commentId: comment })],
      ["a newer meme", () => world.meme({ by: fan, caption: "the news" })],
      ["hidden", () => disableMeme(world.ctx(author), meme.id)],
      ["shown again", () => enableMeme(world.ctx(author), meme.id)],
      ["deleted", () => deleteMeme(world.ctx(author), meme.id)],
    ];
    const paths = ["/", `/meme/${meme.id}`];
    const lookAround = async () => [await lookOften(world, paths[0]!), await lookOften(world, paths[1]!)];
    for (const [what, change] of changes) {
      const before = await lookAround();
      await change();
      const after = await lookAround();
      for (const [i, path] of paths.entries()) {
        expect(after[i] === (await lookAnew(world, path)), `${what}, ${path}`).toBe(true);
        expect(after[i] === before[i], `${what}, ${path}`).toBe(false);
      }
    }
    expect((await look(world, `/meme/${meme.id}`)).answer.status).toBe(404);
    expect((await look(world, "/")).html).not.toContain("what is said");
  });

  test("show a badge to every visitor as soon as it is given", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const meme = await world.meme({ by: author });
    expect(await lookOften(world, `/meme/${meme.id}`)).not.toContain("badge-verified");
    await changePerks(world.ctx(), { user: author.user.id, add: ["verified"], remove: [] });
    expect(await lookOften(world, `/meme/${meme.id}`)).toContain("badge-verified");
  });

  test("tell the right time, and end Pro in time", async () => {
    let now = Date.UTC(2026, 3, 1);
    await using world = await openWorld(dialect, { clock: () => now });
    const author = await world.member();
    const meme = await world.meme({ by: author });
    await commentOnMeme(world.ctx(author), { memeId: meme.id, content: "Ha!" });
    const user = await grantPro(world.ctx(), { user: author.user.id, months: 1 });
    await chooseAppearance(world.ctx({ ...author, user }), { name: "honey", cover: "", pattern: "" });
    const pages = new Map<string, Set<string>>();
    for (const step of [0, 5 * SECOND, 6 * SECOND, SECOND, 50 * SECOND, 3600 * SECOND, DAY, 31 * DAY, 366 * DAY]) {
      now += step;
      for (const path of ["/", `/meme/${meme.id}`]) {
        const html = await lookOften(world, path);
        expect(html === (await lookAnew(world, path)), `${path} after ${step / SECOND} s`).toBe(true);
        pages.set(path, (pages.get(path) ?? new Set()).add(html));
      }
    }
    // Five seconds are "just now" like none.
    for (const seen of pages.values()) expect(seen.size).toBe(8);
  });

  test("differ by language, theme, note, viewer and age", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member({ name: "some_body" });
    const meme = await world.meme({ by: me });
    await world.meme({ by: me, caption: "for grown-ups", age: 4 });
    const cookie = await sessionCookie(world, me);
    for (const path of ["/", `/meme/${meme.id}`]) {
      const english = await lookOften(world, path);
      expect((await look(world, path, { "Accept-Language": "de" })).html).toContain('<html lang="de"');
      expect((await look(world, path, { Cookie: "guffaw-theme=dark" })).html).toContain('data-theme="dark"');
      expect((await look(world, path, { Cookie: "guffaw-note=signed-out" })).html).toContain('class="note"');
      expect((await look(world, path, { Cookie: cookie })).html).toContain("/sign-out");
      expect((await lookOften(world, path)) === english, path).toBe(true);
    }
    expect(await lookOften(world, "/")).toContain("for grown-ups");
    expect(await lookOften(world, "/?age=2")).not.toContain("for grown-ups");
  });
});

describe("the cache", () => {
  const openCache = (maxBytes: number) => {
    const budget = new Budget(maxBytes, new DatabaseMeter());
    return new PageCache({ keep: (bytesOf) => new Kept(budget, bytesOf) });
  };
  const find = (cache: PageCache, address: string, text: string) =>
    cache.find(
      address,
      () => text,
      () => text,
    );

  test("renders a page for itself when it is asked for often, and anew when it has changed", () => {
    const cache = openCache(1_000_000);
    expect(find(cache, "/", "a")).toBeUndefined();
    expect(find(cache, "/", "a")).toBeUndefined();
    const page = find(cache, "/", "a");
    expect(page).toBeDefined();
    expect(find(cache, "/", "a")).toBe(page!);
    expect(find(cache, "/", "b")).toBeUndefined();
    expect(Buffer.from(find(cache, "/", "b")!.with("").bytes).toString()).toBe("b");
    expect(find(cache, "/", "a")).toBeUndefined();
  });

  test("keeps the pages that are asked for, within its limit", () => {
    const cache = openCache(100_000);
    const text = "x".repeat(1000);
    const [, , page] = [find(cache, "/", text), find(cache, "/", text), find(cache, "/", text)];
    for (let i = 0; i < 1000; i++) {
      for (let times = 0; times < 3; times++) find(cache, `/${i}`, text);
      expect(find(cache, "/", text)).toBe(page!);
    }
    expect(find(cache, "/1", text)).toBeUndefined();
  });
});

test("a compressed page is one gzip stream, however often the nonce is in it", () => {
  for (const html of ["", NONCE, `a${NONCE}`, `a${NONCE}b${NONCE}${NONCE}é`, "<p>".repeat(50_000) + NONCE]) {
    const content = new CachedPage(html).with("the-nonce");
    const whole = html.replaceAll(NONCE, "the-nonce");
    expect(Buffer.from(content.bytes).toString()).toBe(whole);
    expect(gunzipSync(content.pack("gzip")).toString()).toBe(whole);
  }
});
