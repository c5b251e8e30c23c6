import { describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { bodyOf, json, read, readAll } from "./http.ts";

interface Listed {
  memeid: string;
}

const idsAt = async (world: World, who: TestMember, path: string) =>
  (await read<Listed[]>(world, who, path)).map(({ memeid }) => memeid);

const statusOf = async (world: World, who: TestMember, path: string) => (await world.as(who).get(path)).status;

describe.each(DIALECTS)("muting and blocking on %s", (dialect) => {
  test("a mute leaves somebody out of lists and notifications, but not out of sight", async () => {
    await using world = await openWorld(dialect);
    const [me, loud, quiet] = [await world.member(), await world.member({ name: "loud" }), await world.member()];
    const mine = await world.meme({ by: me });
    const [noise, calm] = [await world.meme({ by: loud }), await world.meme({ by: quiet })];
    for (const content of ["first", "second"]) await commentOnMeme(world.ctx(loud), { memeId: mine.id, content });
    await commentOnMeme(world.ctx(quiet), { memeId: mine.id, content: "third" });
    await world.as(me).put("/v1/profile/loud/follow");
    for (const one of [noise, calm]) await world.rate(quiet, one, 5);
    expect(await read(world, me, "/v1/notifications/count")).toEqual({ count: 3 });

    for (let i = 0; i < 2; i++)
      expect(await bodyOf(world.as(me).put("/v1/profile/loud/mute"))).toEqual({ success: true });
    for (const path of ["/v1/meme/recents", "/v1/meme/top", "/v1/meme/search?search=caption"]) {
      const found = await idsAt(world, me, path);
      expect(found, path).not.toContain(noise.id);
      expect(found, path).toContain(calm.id);
      expect(await idsAt(world, quiet, path), path).toContain(noise.id);
    }
    expect(await idsAt(world, me, "/v1/profile/loud/memes")).toEqual([noise.id]);
    expect(await statusOf(world, me, `/v1/meme/${noise.id}`)).toBe(200);
    const comments = await read<{ content: string }[]>(world, me, `/v1/meme/${mine.id}/comments`);
    expect(comments.map(({ content }) => content)).toEqual(["third"]);
    expect(await read(world, me, "/v1/notifications/count")).toEqual({ count: 1 });

    await world.rate(loud, mine, 1);
    await commentOnMeme(world.ctx(loud), { memeId: mine.id, content: "fourth" });
    expect(await read(world, me, "/v1/notifications/count")).toEqual({ count: 1 });
    expect(await read<object[]>(world, me, "/v1/muted")).toMatchObject([{ username: "loud" }]);
    expect(await read<object[]>(world, me, "/v1/blocked")).toEqual([]);

    await world.as(me).delete("/v1/profile/loud/mute");
    expect(await idsAt(world, me, "/v1/meme/recents")).toContain(noise.id);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("a block hides two people from each other, and neither follows the other", async () => {
    await using world = await openWorld(dialect);
    const [ann, bob, other] = [
      await world.member({ name: "ann" }),
      await world.member({ name: "bob" }),
      await world.member(),
    ];
    const [hers, his, third] = [
      await world.meme({ by: ann }),
      await world.meme({ by: bob }),
      await world.meme({ by: other }),
    ];
    await world.as(ann).put("/v1/profile/bob/follow");
    await world.as(bob).put("/v1/profile/ann/follow");
    for (const one of [ann, bob]) await commentOnMeme(world.ctx(one), { memeId: third.id, content: one.user.username });
    // Both are in memory now.
    for (const [who, meme] of [
      [ann, his],
      [bob, hers],
    ] as const)
      for (let i = 0; i < 3; i++) expect(await statusOf(world, who, `/v1/meme/${meme.id}`)).toBe(200);

    await world.as(ann).put("/v1/profile/bob/block");
    const missing = await world.as(bob).get("/v1/meme/140000000000000000");
    const hidden = await world.as(bob).get(`/v1/meme/${hers.id}`);
    expect([hidden.status, await hidden.text()]).toEqual([404, await missing.text()]);
    for (const [who, meme] of [
      [ann, his],
      [bob, hers],
    ] as const) {
      expect(await statusOf(world, who, `/v1/meme/${meme.id}`)).toBe(404);
      expect(await statusOf(world, who, `/api/v1/meme/${meme.id}`)).toBe(404);
      expect(await statusOf(world, who, `/v1/meme/${meme.id}/comments`)).toBe(404);
      expect((await world.as(who).put(`/v1/meme/${meme.id}/rate?rating=1`)).status).toBe(404);
      for (const path of ["/v1/meme/recents", "/v1/meme/search?search=caption"])
        expect(await idsAt(world, who, path), path).not.toContain(meme.id);
      const comments = await read<{ content: string }[]>(world, who, `/v1/meme/${third.id}/comments`);
      expect(comments.map(({ content }) => content)).toEqual([who.user.username]);
      for (let i = 0; i < 10; i++) expect((await read<Listed>(world, who, "/v1/meme/random")).memeid).not.toBe(meme.id);
    }
    expect(await statusOf(world, bob, "/v1/profile/ann")).toBe(404);
    expect((await world.as(bob).put("/v1/profile/ann/follow")).status).toBe(404);
    expect(await read<object>(world, ann, "/v1/profile/bob")).toMatchObject({ stats: { followers: 0, following: 0 } });
    expect(await idsAt(world, ann, "/v1/profile/bob/memes")).toEqual([]);
    expect((await world.as(ann).put("/v1/profile/bob/follow")).status).toBe(400);
    expect(await idsAt(world, other, "/v1/meme/recents")).toContain(hers.id);
    expect(await read(world, bob, "/v1/notifications/count")).toEqual({ count: 0 });

    // Both may block, and each lifts only their own.
    await world.as(bob).put("/v1/profile/ann/block");
    await world.as(ann).delete("/v1/profile/bob/block");
    expect(await statusOf(world, ann, `/v1/meme/${his.id}`)).toBe(404);
    await world.as(bob).delete("/v1/profile/ann/block");
    expect(await statusOf(world, ann, `/v1/meme/${his.id}`)).toBe(200);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("nobody can hide from staff", async () => {
    await using world = await openWorld(dialect);
    const [troll, staff] = [await world.member(), await world.member({ name: "watch", perks: ["staff"] })];
    const meme = await world.meme({ by: troll });
    await world.as(troll).put("/v1/profile/watch/block");
    expect(await statusOf(world, staff, `/v1/meme/${meme.id}`)).toBe(200);
    expect(await statusOf(world, staff, `/v1/profile/${troll.user.id}`)).toBe(200);
  });

  test("a full page stays full, and every meme comes up once", async () => {
    await using world = await openWorld(dialect);
    const [me, loud, quiet] = [await world.member(), await world.member({ name: "loud" }), await world.member()];
    const calm: string[] = [];
    for (let i = 0; i < 24; i++) {
      const meme = await world.meme({ by: i % 3 === 0 ? quiet : loud });
      if (i % 3 === 0) calm.unshift(meme.id);
    }
    await world.as(me).put("/v1/profile/loud/mute");
    const { items, pages } = await readAll<Listed>(world, me, "/v1/meme/recents?amount=3");
    expect(items.map(({ memeid }) => memeid)).toEqual(calm);
    expect(pages.slice(0, 2)).toEqual([3, 3]);
  });

  test("words are muted as words: whatever their case and accents, alone or in a row", async () => {
    await using world = await openWorld(dialect);
    const [me, other] = [await world.member(), await world.member()];
    const captions = ["Mondays!", "Oh, MÓNDAY again", "Monday morning", "spoiler: the butler", "the spoiler"];
    const memes: Record<string, string> = {};
    for (const caption of captions) memes[caption] = (await world.meme({ by: other, caption })).id;
    const mine = await world.meme({ by: me, caption: "monday" });
    for (const word of ["monday", "Spoiler the"]) await bodyOf(world.as(me).put("/v1/muted/words", json({ word })));
    expect(await read<string[]>(world, me, "/v1/muted/words")).toEqual(["monday", "Spoiler the"]);
    const left = [mine.id, memes["the spoiler"], memes["Mondays!"]];
    expect(await idsAt(world, me, "/v1/meme/recents")).toEqual(left as string[]);
    await commentOnMeme(world.ctx(other), { memeId: mine.id, content: "I hate Monday" });
    await commentOnMeme(world.ctx(other), { memeId: mine.id, content: "So do I" });
    const comments = await read<{ content: string }[]>(world, me, `/v1/meme/${mine.id}/comments`);
    expect(comments.map(({ content }) => content)).toEqual(["So do I"]);
    await bodyOf(world.as(me).delete("/v1/muted/words", json({ word: "MONDAY" })));
    expect(await read<string[]>(world, me, "/v1/muted/words")).toEqual(["Spoiler the"]);
    expect((await world.as(me).put("/v1/muted/words", json({ word: "!!!" }))).status).toBe(400);
    expect((await world.as(me).put("/v1/profile/me/mature")).status).toBe(400);
  });
});
