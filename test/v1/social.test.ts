import { describe, expect, test } from "bun:test";

import { checkDatabase } from "../../src/data/check.ts";
import { DIALECTS, openWorld } from "../world.ts";
import { bodyOf, form, json, read } from "./http.ts";

interface Comment {
  success: true;
  id: number;
  content: string;
  parent: number | null;
  author: { username: string };
  meme: { memeid: string };
}

describe.each(DIALECTS)("ratings, comments, follows and profiles on %s", (dialect) => {
  test("rate by POST or PUT, JSON, form or query; again replaces; deleting leaves no trace", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: author });
    const path = `/v1/meme/${meme.id}`;
    const ways: [send: "post" | "put", query: string, init: RequestInit, rating: number][] = [
      ["post", "", json({ rating: 5 }), 5],
      ["post", "", json({ rating: "4" }), 4],
      ["put", "", form({ rating: "3" }), 3],
      ["put", "?rating=2", form({}), 2],
      ["post", "?rating=1", {}, 1],
    ];
    for (const [send, query, init, rating] of ways) {
      expect(await bodyOf<object>(world.as(fan)[send](`${path}/rate${query}`, init))).toMatchObject({
        success: true,
        rating,
        user: { username: fan.user.username },
        timestamp_epoch_seconds: expect.any(Number),
      });
      expect(await read<object>(world, fan, path)).toMatchObject({ rating: { average: rating, total: 1 } });
    }
    expect((await world.as(author).put(`${path}/rate?rating=4`)).status).toBe(200); // authors may rate their own memes
    expect(await read<object>(world, fan, path)).toMatchObject({ rating: { average: 2.5, total: 2 } });
    for (let i = 0; i < 2; i++)
      expect(await bodyOf<object>(world.as(fan).delete(`${path}/rating`))).toEqual({ success: true });
    expect(await read<object>(world, fan, `${path}/rating`)).toMatchObject({ rating: null, timestamp: null });
    expect(await read<object>(world, fan, path)).toMatchObject({ rating: { average: 4, total: 1 } });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("an invalid rating is refused, and nothing changes", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const meme = await world.meme({ by: author });
    for (const rating of [0, 6, -1, 2.5, "five", "", "1e0", null, [3], { a: 1 }, true, "٣"]) {
      const response = await world.as(author).post(`/v1/meme/${meme.id}/rate`, json({ rating }));
      expect(response.status, JSON.stringify(rating)).toBe(400);
      expect(((await response.json()) as { error: string }).error).toContain("from 1 to 5");
    }
    expect((await world.as(author).put(`/v1/meme/${meme.id}/rate`, form({}))).status).toBe(400);
    expect(await read<object>(world, author, `/v1/meme/${meme.id}`)).toMatchObject({ rating: { total: 0 } });
  });

  test("comment, reply, delete: with permission, leaving replies behind", async () => {
    await using world = await openWorld(dialect);
    const [author, one, two] = [await world.member(), await world.member(), await world.member()];
    const staff = await world.member({ perks: ["staff"] });
    const meme = await world.meme({ by: author });
    const other = await world.meme({ by: author });
    const path = `/v1/meme/${meme.id}/comments`;
    const first = await bodyOf<Comment>(world.as(one).post(path, json({ content: "<b>first</b> 😀" })));
    expect(first).toMatchObject({
      success: true,
      content: "<b>first</b> 😀",
      parent: null,
      author: { username: one.user.username },
      meme: { memeid: meme.id },
    });
    expect(first.id).toBeWithin(1, 2 ** 31);
    const reply = await bodyOf<Comment>(world.as(two).post(path, form({ content: "reply", parent: String(first.id) })));
    expect(reply.parent).toBe(first.id);
    const elsewhere = await world
      .as(two)
      .post(`/v1/meme/${other.id}/comments`, json({ content: "x", parent: first.id }));
    expect(elsewhere.status).toBe(400);
    const list = async () => (await read<Comment[]>(world, two, path)).map((c) => [c.id, c.parent]);
    expect(await list()).toEqual([
      [first.id, null],
      [reply.id, first.id],
    ]);
    expect((await world.as(two).delete(`${path}/${first.id}`)).status).toBe(403);
    expect((await world.as(one).delete(`/v1/meme/${other.id}/comments/${first.id}`)).status).toBe(404);
    for (const id of ["0", "999999", "x", "99999999999", "%00", `${first.id}.0`])
      expect((await world.as(one).delete(`${path}/${id}`)).status, id).toBe(404);
    expect(await bodyOf<object>(world.as(one).delete(`${path}/${first.id}`))).toEqual({ success: true });
    expect(await list()).toEqual([[reply.id, null]]);
    expect((await world.as(author).delete(`${path}/${reply.id}`)).status).toBe(200);
    const third = await bodyOf<Comment>(world.as(one).post(`${path}?content=third`));
    expect((await world.as(staff).delete(`${path}/${third.id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("a comment has 1 to 1,000 characters", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const path = `/v1/meme/${(await world.meme({ by: me })).id}/comments`;
    for (const content of ["", " ", "\n\t", "x".repeat(1001), "a\u0000b", 5, null, ["a"]])
      expect((await world.as(me).post(path, json({ content }))).status, JSON.stringify(content)).toBe(400);
    // Forms end lines with CRLF.
    const lines = await bodyOf<Comment>(world.as(me).post(path, form({ content: "two\r\nlines" })));
    expect(lines.content).toBe("two\nlines");
    for (const content of ["x", "😀".repeat(1000), "two\nlines"])
      expect((await world.as(me).post(path, json({ content }))).status).toBe(200);
    for (const parent of [0, -1, "x", 2 ** 31, 1.5])
      expect((await world.as(me).post(path, json({ content: "x", parent }))).status, String(parent)).toBe(400);
  });

  test("follow and unfollow count once, however often they are sent", async () => {
    await using world = await openWorld(dialect);
    const [me, her] = [await world.member(), await world.member()];
    const stats = async () => ({
      mine: (await read<{ stats: object }>(world, me, "/v1/profile/me")).stats,
      hers: (await read<{ stats: object }>(world, her, "/v1/profile/me")).stats,
    });
    const path = `/v1/profile/${her.user.username}/follow`;
    for (let i = 0; i < 2; i++)
      expect(await bodyOf<object>(world.as(me).put(path, form({})))).toEqual({ success: true });
    expect(await stats()).toMatchObject({ mine: { following: 1, followers: 0 }, hers: { following: 0, followers: 1 } });
    for (let i = 0; i < 2; i++) expect(await bodyOf<object>(world.as(me).delete(path))).toEqual({ success: true });
    expect(await stats()).toMatchObject({ mine: { following: 0 }, hers: { followers: 0 } });
    expect((await world.as(me).put("/v1/profile/me/follow")).status).toBe(400);
    expect((await world.as(me).put("/v1/profile/nobody/follow")).status).toBe(404);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("the caller's profile changes by POST or PATCH; a taken or malformed name is refused", async () => {
    await using world = await openWorld(dialect);
    const [me, her] = [await world.member({ name: "Me_1" }), await world.member({ name: "Her" })];
    const change = (init: RequestInit, method: "POST" | "PATCH" = "POST") =>
      world.as(me).send(method)("/v1/profile/me", init);
    expect(await bodyOf<object>(change(form({ bio: "<i>hello</i>" })))).toMatchObject({
      success: true,
      username: "Me_1",
      bio: "<i>hello</i>",
    });
    expect(await bodyOf<object>(change(json({ username: "me_1", bio: null }), "PATCH"))).toMatchObject({
      username: "me_1",
      bio: "<i>hello</i>",
    });
    expect(await bodyOf<object>(change(json({ username: "New.Name", bio: "" })))).toMatchObject({
      username: "New.Name",
      bio: "",
      id_str: me.user.id,
    });
    expect(await read<object>(world, her, "/v1/profile/new.name")).toMatchObject({ id_str: me.user.id });
    expect((await world.as(her).get("/v1/profile/me_1")).status).toBe(404);
    expect(await bodyOf<object>(change(json({ username: null, bio: null })))).toMatchObject({ username: "New.Name" });
    expect(await bodyOf<object>(change(form({})))).toMatchObject({ username: "New.Name", bio: "" });
    const bad = [{ username: "her" }, { username: "x" }, { username: "12345" }, { username: "admin" }];
    for (const input of [...bad, { username: "a b" }, { bio: "x".repeat(1001) }, { bio: 5 }, { username: ["a"] }]) {
      const response = await change(json(input));
      expect(response.status, JSON.stringify(input)).toBe(400);
    }
    expect((await world.as(me).send("POST")("/v1/profile/Her", json({ bio: "x" }))).status).toBe(405);
  });
});
