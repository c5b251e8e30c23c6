import { describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { rateMeme } from "../../src/core/ratings/rate-meme.ts";
import { DIALECTS, openWorld } from "../world.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

describe.each(DIALECTS)("the ETag on %s", (dialect) => {
  test("changes with a meme's age alone once an hour, and after a day once a day", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const me = await world.member();
    // Its text looks like an age, but is not one.
    const meme = await world.meme({ by: me, caption: '"time_ago":"5 seconds"' });
    await commentOnMeme(world.ctx(me), { memeId: meme.id, content: "ha" });
    const born = meme.createdAt;
    const paths = [
      `/v1/meme/${meme.id}`,
      "/v1/meme/recents",
      "/v1/mymemes",
      "/v1/meme/search?search=seconds",
      `/v1/meme/${meme.id}/comments`,
      `/api/v1/meme/${meme.id}`,
      "/api/v1/mymemes",
    ];
    const client = world.as(me);
    const tags = async () => Promise.all(paths.map(async (path) => (await client.get(path)).headers.get("etag")!));
    const at = (age: number) => ((now = born + age), tags());
    const fresh = await at(0);
    for (const age of [SECOND, 59 * SECOND, 60 * SECOND, 5 * 60 * SECOND, HOUR - 1]) {
      expect(await at(age), String(age)).toEqual(fresh);
      for (const [i, path] of paths.entries())
        expect((await client.get(path, { headers: { "If-None-Match": fresh[i]! } })).status, path).toBe(304);
    }
    const steps: [from: number, to: number][] = [
      [HOUR, 2 * HOUR - 1],
      [23 * HOUR, DAY - 1],
      [DAY, 2 * DAY - 1],
      [29 * DAY, 30 * DAY - 1],
    ];
    const seen = new Set(fresh);
    for (const [from, to] of steps) {
      const first = await at(from);
      expect(await at(to), String(from)).toEqual(first);
      for (const tag of first) expect(seen, String(from)).not.toContain(tag);
      for (const tag of first) seen.add(tag);
    }
  });

  test("of a page changes when it becomes the last one, or no longer is", async () => {
    let now = Date.now();
    let step = 3;
    await using world = await openWorld(dialect, { clock: () => (now += step) });
    const [me, other] = [await world.member(), await world.member()];
    const older = await world.meme({ by: other });
    for (let i = 0; i < 2; i++) await world.meme({ by: me });
    step = 0; // or the memes would get older between two requests
    const ask = async (headers = {}) => {
      const answer = await world.as(me).get("/v1/meme/recents?amount=2", { headers });
      const [etag, link] = ["etag", "link"].map((name) => answer.headers.get(name)!);
      return { etag, link, status: answer.status, body: await answer.text() };
    };
    const before = await ask();
    expect(before.link).toContain('rel="next"');
    expect((await ask({ "If-None-Match": before.etag })).status).toBe(304);
    await world.as(other).put(`/v1/meme/${older.id}/disable`);
    const last = await ask({ "If-None-Match": before.etag });
    expect(last).toMatchObject({ status: 200, link: null, body: before.body });
    await world.as(other).put(`/v1/meme/${older.id}/enable`);
    expect(await ask({ "If-None-Match": last.etag! })).toEqual(before);
  });

  test("changes at once with anything else", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const me = await world.member();
    const meme = await world.meme({ by: me, caption: '"time_ago":"5 seconds"' });
    const paths = [`/v1/meme/${meme.id}`, "/v1/meme/recents", `/api/v1/meme/${meme.id}`];
    const tags = async () =>
      Promise.all(paths.map(async (path) => (await world.as(me).get(path)).headers.get("etag")!));
    const changes = [
      () =>
        world
          .as(me)
          .put(`/v1/meme/${meme.id}/caption`, { body: new URLSearchParams({ caption: '"time_ago":"6 seconds"' }) }),
      () => rateMeme(world.ctx(me), { memeId: meme.id, rating: 3 }),
      () => rateMeme(world.ctx(me), { memeId: meme.id, rating: 4 }),
      () => world.meme({ by: me }).then(() => world.as(me).post("/v1/profile/me?username=renamed")),
    ];
    let before = await tags();
    for (const change of changes) {
      await change();
      const after = await tags();
      for (const [i, path] of paths.entries()) expect(after[i], path).not.toBe(before[i]!);
      before = after;
    }
  });
});
