import { describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

interface Caption {
  success: true;
  caption: string;
  oldcaption: string;
}

async function setUp(world: World) {
  const author = await world.member();
  const meme = await world.meme({ by: author, caption: "old" });
  return { author, meme, path: `/v1/meme/${meme.id}/caption` };
}

const captionOf = async (world: World, who: TestMember, id: string) =>
  ((await (await world.as(who).get(`/v1/meme/${id}`)).json()) as { caption: string }).caption;

describe.each(DIALECTS)("PUT /v1/meme/:id/caption on %s", (dialect) => {
  test("takes the caption from the query, or else from a JSON or form body", async () => {
    await using world = await openWorld(dialect);
    const { author, meme, path } = await setUp(world);
    const form = new FormData();
    form.set("caption", "five");
    const ways: [query: string, init: RequestInit, caption: string][] = [
      ["?caption=one%20%F0%9F%98%80+more", {}, "one 😀 more"],
      ["", { body: '{"caption":"two"}', headers: { "Content-Type": "application/json" } }, "two"],
      ["", { body: "caption=thr%C3%A9e", headers: { "Content-Type": "application/x-www-form-urlencoded" } }, "thrée"],
      ["?caption=four", { body: '{"caption":"no"}', headers: { "Content-Type": "application/json" } }, "four"],
      ["", { body: form }, "five"],
      ["?caption=", {}, ""],
      ["?caption=six", { body: "", headers: { "Content-Type": "application/x-www-form-urlencoded" } }, "six"],
    ];
    let before = "old";
    for (const [query, init, caption] of ways) {
      const response = await world.as(author).put(path + query, init);
      expect((await response.json()) as Caption).toEqual({ success: true, caption, oldcaption: before });
      expect(await captionOf(world, author, meme.id)).toBe(caption);
      before = caption;
    }
  });

  test("refuses malformed input, with nothing changed", async () => {
    await using world = await openWorld(dialect);
    const { author, meme, path } = await setUp(world);
    const json = (body: string) => ({ body, headers: { "Content-Type": "application/json" } });
    const bad: [status: number, query: string, init?: RequestInit][] = [
      [400, ""],
      [400, "?caption=a&caption=b"],
      [400, `?caption=${"x".repeat(501)}`],
      [400, "?caption=%zz"],
      [400, "?caption=%ff"],
      [400, "?caption=%ed%a0%80"],
      [400, "?caption=ok&other=%"],
      [400, "?caption=a%00b"],
      [400, "?caption=a%0Db"],
      [400, "?caption=%C2%85"],
      [400, "", json("{")],
      [400, "", json("[]")],
      [400, "", json('{"caption":5}')],
      [400, "", json('{"caption":"\\ud800"}')],
      [400, "", { body: "caption=a&caption=b", headers: { "Content-Type": "application/x-www-form-urlencoded" } }],
      [400, "", { body: new Uint8Array([0x22, 0xff]), headers: { "Content-Type": "application/json" } }],
      [415, "", { body: "caption=a", headers: { "Content-Type": "text/plain" } }],
      [413, "", json(JSON.stringify({ caption: "x".repeat(70_000) }))],
    ];
    for (const [status, query, init] of bad) {
      const response = await world.as(author).put(path + query, init);
      expect(response.status, `${query} ${String(init?.body).slice(0, 40)}`).toBe(status);
      expect(Object.keys((await response.json()) as object)).toEqual(["error"]);
    }
    expect(await captionOf(world, author, meme.id)).toBe("old");
  });

  test("counts code points, keeps newline and tab, and composes", async () => {
    await using world = await openWorld(dialect);
    const { author, meme, path } = await setUp(world);
    const put = (caption: string) => world.as(author).put(`${path}?caption=${encodeURIComponent(caption)}`);
    expect((await put("😀".repeat(500))).status).toBe(200);
    expect((await put("😀".repeat(501))).status).toBe(400);
    // 500 after composition, 1000 before.
    expect((await put("e\u0301".repeat(500))).status).toBe(200);
    expect(await captionOf(world, author, meme.id)).toBe("é".repeat(500));
    expect((await put("a\n\tb <script>")).status).toBe(200);
    expect(await captionOf(world, author, meme.id)).toBe("a\n\tb <script>");
  });

  test("drops a byte order mark before the text, however it is sent", async () => {
    await using world = await openWorld(dialect);
    const { author, meme, path } = await setUp(world);
    const upload = new FormData();
    upload.set("caption", "\uFEFF1\uFEFF");
    const marked = (text: string) => encodeURIComponent(`\uFEFF${text}\uFEFF`);
    const ways: [query: string, init?: RequestInit][] = [
      ["", { body: upload }],
      [`?caption=${marked("2")}`],
      ["", { body: '{"caption":"\uFEFF3\uFEFF"}', headers: { "Content-Type": "application/json" } }],
      ["", { body: `caption=${marked("4")}`, headers: { "Content-Type": "application/x-www-form-urlencoded" } }],
    ];
    for (const [i, [query, init]] of ways.entries()) {
      expect((await world.as(author).put(path + query, init)).status).toBe(200);
      expect(await captionOf(world, author, meme.id)).toBe(`${i + 1}\uFEFF`);
    }
  });
});

describe.each(DIALECTS)("reading memes on %s", (dialect) => {
  test("both roots show the same meme, each in its own shape", async () => {
    const now = Date.UTC(2026, 5, 1, 12, 0, 0, 7);
    let clock = now;
    await using world = await openWorld(dialect, { clock: () => clock });
    const author = await world.member({ name: "Jo.Ke_r", bio: `<b>"hi"</b> & \u{1f600}` });
    const meme = await world.meme({ by: author, caption: "c" });
    for (const rating of [5, 4, 4]) await world.rate(await world.member(), meme, rating);
    clock += 11 * 31 * 86_400_000;
    const read = async (path: string) => (await (await world.as(author).get(path)).json()) as Record<string, unknown>;
    const v1 = await read(`/v1/meme/${meme.id}`);
    expect(v1).toMatchObject({
      disabled: false,
      memeid: meme.id,
      caption: "c",
      rating: { average: 4.33, total: 3 },
      permalink: `${world.addresses.url}/meme/${meme.id}`,
      age: 2,
      timestamp: "2026-06-01T12:00:00.007Z",
      timestamp_epoch_seconds: Math.floor(now / 1000),
      time_ago: "11 months",
      author: { username: "Jo.Ke_r", bio: `<b>"hi"</b> & \u{1f600}`, stats: { memes: 1, followers: 0, following: 0 } },
    });
    expect(await read(`/api/v1/meme/${meme.id}`)).toEqual({
      memeid: meme.id,
      caption: "c",
      author: `Jo.Ke_r#${author.user.tag}`,
      rating: 4.33,
      url: v1.url,
      permalink: v1.permalink,
      timestamp: "2026-06-01T12:00:00.007+00:00",
      time_ago: "11 months",
    });
  });

  test("mymemes lists all of the caller's memes, newest first, including disabled ones", async () => {
    await using world = await openWorld(dialect);
    const [me, other] = [await world.member(), await world.member()];
    const mine = [
      await world.meme({ by: me }),
      await world.meme({ by: me, disabled: true }),
      await world.meme({ by: me }),
    ];
    await world.meme({ by: other });
    const list = (await (await world.as(me).get("/api/v1/mymemes")).json()) as { memeid: string }[];
    expect(list.map((meme) => meme.memeid)).toEqual(mine.map((meme) => meme.id).reverse());
    expect(await (await world.as(await world.member()).get("/api/v1/mymemes")).json()).toEqual([]);
  });

  test("a profile is found by id, by name ignoring case, and as me", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member({ name: "Funny_Name" });
    const name = async (user: string) => {
      const response = await world.as(me).get(`/v1/profile/${user}`);
      return response.status === 200 ? ((await response.json()) as { username: string }).username : response.status;
    };
    for (const user of ["Funny_Name", "funny_name", "FUNNY%5FNAME", me.user.id, "me"])
      expect(await name(user), user).toBe("Funny_Name");
    for (const user of ["nobody", "1", `${me.user.id}0`, "%00", "a%2Fb", "%zz", "x".repeat(500)])
      expect(await name(user), user).toBe(404);
  });

  test("the caller's rating has null fields at first, and a second rating replaces the first", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await world.meme({ by: me });
    const own = async () => (await world.as(me).get(`/v1/meme/${meme.id}/rating`)).json();
    expect(await own()).toMatchObject({
      rating: null,
      timestamp: null,
      timestamp_epoch_seconds: null,
      user: { username: me.user.username },
    });
    await world.rate(me, meme, 2);
    await world.rate(me, meme, 5);
    expect(await own()).toMatchObject({ rating: 5, timestamp: expect.any(String) });
    expect(await (await world.as(me).get(`/v1/meme/${meme.id}`)).json()).toMatchObject({
      rating: { average: 5, total: 1 },
    });
  });
});

describe.each(DIALECTS)("long lists on %s", (dialect) => {
  test("comments come oldest first and ratings newest first, paginated through Link", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => (now += 3) });
    const me = await world.member({ perks: ["pro"], permissions: ["Ratings"] });
    const meme = await world.meme({ by: me });
    for (let i = 0; i < 501; i++) await commentOnMeme(world.ctx(me), { memeId: meme.id, content: `c${i}` });
    const raters = [];
    for (let i = 0; i < 501; i++) {
      const rater = await world.member();
      await world.rate(rater, meme, 1 + (i % 5));
      raters.push(rater.user.username);
    }
    const all = async <T>(path: string) => {
      const items: T[] = [];
      const pages: number[] = [];
      for (let next: string | undefined = path; next;) {
        const response: Response = await world.as(me).get(next);
        const page = (await response.json()) as T[];
        items.push(...page);
        pages.push(page.length);
        const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
        next = link && new URL(link).pathname + new URL(link).search;
      }
      return { items, pages };
    };
    const comments = await all<{ content: string }>(`/v1/meme/${meme.id}/comments`);
    expect(comments.pages).toEqual([500, 1]);
    expect(comments.items.map((c) => c.content)).toEqual(Array.from({ length: 501 }, (_, i) => `c${i}`));
    const ratings = await all<{ user: { username: string } }>(`/v1/meme/${meme.id}/ratings`);
    expect(ratings.pages).toEqual([500, 1]);
    expect(ratings.items.map((r) => r.user.username)).toEqual(raters.reverse());
    for (const bad of ["x", "-1", "0", "1-1", "99999999999"])
      for (const list of ["comments", "ratings"])
        expect((await world.as(me).get(`/v1/meme/${meme.id}/${list}?cursor=${bad}`)).status, bad).toBe(400);
  });
});
