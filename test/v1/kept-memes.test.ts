import { describe, expect, test } from "bun:test";

import { grantPro } from "../../src/core/pro/grant-pro.ts";
import { ageOf, timeAgo } from "../../src/http/time.ts";
import { DIALECTS, openWorld } from "../world.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

interface Shown {
  caption: string;
  time_ago: string;
  author: { username: string; perks: { pro: boolean } };
}

describe.each(DIALECTS)("a meme on %s", (dialect) => {
  test.each([
    ["kept as bytes", "64"],
    ["not kept", "0"],
  ])("that is %s shows every change of itself and its author, and its age, at once", async (_, GUFFAW_CACHE_MB) => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now, env: { GUFFAW_CACHE_MB } });
    const [me, other] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: me, caption: "Ärger 😂" });
    const path = `/v1/meme/${meme.id}`;
    // The first request keeps a draft, and the third the whole answer, which the last ones get.
    const read = async (by = other) => {
      const answers = [];
      for (let i = 0; i < 6; i++) answers.push((await (await world.as(by).get(path)).json()) as Shown);
      const [first, ...others] = answers;
      expect(others).toEqual(others.map(() => first!));
      return first!;
    };
    expect((await read()).caption).toBe("Ärger 😂");
    await world.as(me).put(`${path}/caption?caption=Ship+it`);
    expect((await read()).caption).toBe("Ship it");
    await world.as(me).post("/v1/profile/me?username=renamed");
    expect((await read()).author.username).toBe("renamed");
    await grantPro(world.ctx(), { user: me.user.id, until: now + 10 * MINUTE });
    expect((await read()).author.perks.pro).toBe(true);
    now = meme.createdAt + 9 * MINUTE;
    expect(await read()).toMatchObject({ time_ago: "9 minutes", author: { perks: { pro: true } } });
    now += 2 * MINUTE;
    expect(await read()).toMatchObject({ time_ago: "11 minutes", author: { perks: { pro: false } } });
    await world.as(me).put(`${path}/disable`);
    expect((await world.as(other).get(path)).status).toBe(404);
    expect([(await read(me)).caption, (await world.as(other).get(path)).status]).toEqual(["Ship it", 404]);
    await world.as(me).put(`${path}/enable`);
    expect((await read()).caption).toBe("Ship it");
    await world.as(me).delete(path);
    for (const who of [me, other]) expect((await world.as(who).get(path)).status).toBe(404);
  });

  test("is the same after the memory was given back, and shows changes from before", async () => {
    const now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const { cache } = world.services;
    const [me, other] = [await world.member(), await world.member()];
    const { id } = await world.meme({ by: me });
    const read = async () => (await world.as(other).get(`/v1/meme/${id}`)).json();
    for (let i = 0; i < 4; i++) await read();
    const before = await read();
    cache.rest();
    expect([cache.users.get(me.user.id), await read(), await read()]).toEqual([undefined, before, before]);
    await world.as(me).post("/v1/profile/me?username=renamed");
    cache.rest();
    expect(await read()).toMatchObject({ author: { username: "renamed" } });
    await world.as(me).put(`/v1/meme/${id}/disable`);
    cache.rest();
    expect((await world.as(other).get(`/v1/meme/${id}`)).status).toBe(404);
  });

  test("is read in one query, whether its draft or that of its author was pushed out", async () => {
    const now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const { cache, database } = world.services;
    const [me, other] = [await world.member(), await world.member()];
    const { id } = await world.meme({ by: me });
    const read = async () => {
      const before = database.meter.queries;
      const shown = await (await world.as(other).get(`/v1/meme/${id}`)).json();
      return { shown, queries: database.meter.queries - before };
    };
    const { shown } = await read();
    // PostgreSQL is asked for changes at each request.
    const looks = dialect === "PostgreSQL" ? 1 : 0;
    expect(await read()).toEqual({ shown, queries: looks });
    for (const drafts of [cache.memeDrafts, cache.authorDrafts]) {
      for (const kept of [cache.users, cache.memes]) for (const key of [id, me.user.id]) kept.forget(key);
      drafts.clear();
      expect(await read()).toEqual({ shown, queries: looks + 1 });
      expect(await read()).toEqual({ shown, queries: looks });
    }
  });
});

test("the words for an age hold until the moment they change", () => {
  const then = 1_700_000_000_000;
  for (let age = 0; age < 800 * DAY;) {
    const { words, until } = ageOf(then, then + age);
    expect(timeAgo(then, until - 1), words).toBe(words);
    expect(timeAgo(then, until), words).not.toBe(words);
    age = until - then;
  }
});
