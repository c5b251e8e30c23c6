import { describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

interface Shown {
  id: number;
  content: string;
  parent: number | null;
  author: { username: string };
  meme: { memeid: string; caption: string };
}

/** Fifty-one comments are too many to be kept. */
const MANY = 51;

const say = (world: World, who: TestMember, memeId: string, content: string, parent?: number) =>
  commentOnMeme(world.ctx(who), { memeId, content, parent });

const told = (comments: Shown[]) => comments.map(({ author, content }) => `${author.username}: ${content}`);

describe.each(DIALECTS)("the comments of a meme on %s", (dialect) => {
  test.each([
    ["kept", "64"],
    ["not kept", "0"],
  ])("that are %s show every change at once", async (_, GUFFAW_CACHE_MB) => {
    // On a slow machine, the memes would get older between two requests.
    const now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now, env: { GUFFAW_CACHE_MB } });
    const names = ["author", "ann", "bob", "reader"];
    const [author, ann, bob, reader] = (await Promise.all(names.map((name) => world.member({ name })))) as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ];
    const meme = await world.meme({ by: author, caption: "before" });
    const path = `/v1/meme/${meme.id}/comments`;
    const read = async (by = reader) => {
      const answers = [];
      for (let i = 0; i < 3; i++) answers.push((await (await world.as(by).get(path)).json()) as Shown[]);
      const [first, ...others] = answers;
      expect(others).toEqual(others.map(() => first!));
      return first!;
    };
    expect(await read()).toEqual([]);
    const { id } = await say(world, ann, meme.id, 'Ärger 😂 "quoted"\n');
    const reply = await say(world, bob, meme.id, "x".repeat(1000), id);
    const shown = await read();
    expect(told(shown)).toEqual(['ann: Ärger 😂 "quoted"\n', `bob: ${"x".repeat(1000)}`]);
    expect(shown.map(({ parent }) => parent)).toEqual([null, id]);
    expect(shown.map((one) => one.meme.caption)).toEqual(["before", "before"]);

    await world.as(author).put(`/v1/meme/${meme.id}/caption?caption=after`);
    await world.as(ann).post("/v1/profile/me?username=anna");
    expect((await read()).map((one) => [one.author.username, one.meme.caption])).toEqual([
      ["anna", "after"],
      ["bob", "after"],
    ]);
    await world.as(reader).put("/v1/profile/bob/mute");
    expect((await read()).map((one) => one.id)).toEqual([id]);
    expect((await read(author)).map((one) => one.id)).toEqual([id, reply.id]);
    await world.as(reader).delete("/v1/profile/bob/mute");
    await deleteUser(world.ctx(), ann.user.id);
    expect((await read()).map((one) => one.id)).toEqual([reply.id]);
    await world.as(bob).delete(`${path}/${reply.id}`);
    expect(await read()).toEqual([]);
  });

  test("have an ETag that does not reveal those the caller does not see", async () => {
    await using world = await openWorld(dialect);
    const [author, ann, bob] = [await world.member(), await world.member(), await world.member({ name: "bob" })];
    const meme = await world.meme({ by: author });
    const path = `/v1/meme/${meme.id}/comments`;
    const etag = async () => (await world.as(ann).get(path)).headers.get("etag");
    const nothing = await etag();
    await world.as(ann).put("/v1/profile/bob/block");
    const first = await say(world, bob, meme.id, "said by bob");
    expect(await etag()).toBe(nothing);
    await world.as(author).put(`/v1/meme/${meme.id}/caption?caption=changed`);
    expect(await etag()).toBe(nothing);
    await say(world, author, meme.id, "said by the author");
    const something = await etag();
    expect(something).not.toBe(nothing);
    await say(world, bob, meme.id, "said again");
    await world.as(bob).delete(`${path}/${first.id}`);
    expect(await etag()).toBe(something);
    expect((await world.as(bob).get(path)).headers.get("etag")).not.toBe(something);
    await world.as(author).put(`/v1/meme/${meme.id}/caption?caption=changed+again`);
    expect(await etag()).not.toBe(something);
  });

  test("take one query if they, or somebody who wrote one, were pushed out", async () => {
    const now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const { cache, database } = world.services;
    const [author, ann] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: author });
    for (const who of [author, ann]) await say(world, who, meme.id, "hello");
    const read = async () => {
      const before = database.meter.queries;
      const shown = await (await world.as(author).get(`/v1/meme/${meme.id}/comments`)).json();
      return { shown, queries: database.meter.queries - before };
    };
    const { shown } = await read();
    // PostgreSQL is asked for changes at each request.
    const looks = dialect === "PostgreSQL" ? 1 : 0;
    expect(await read()).toEqual({ shown, queries: looks });
    cache.commentDrafts.clear();
    expect(await read()).toEqual({ shown, queries: looks + 1 });
    expect(await read()).toEqual({ shown, queries: looks });
    cache.users.forget(ann.user.id);
    cache.authorDrafts.forget(ann.user.id);
    expect(await read()).toEqual({ shown, queries: looks + 1 });
    expect(await read()).toEqual({ shown, queries: looks });
  });

  test("are right while drafts are pushed out by other requests", async () => {
    await using world = await openWorld(dialect);
    const { cache } = world.services;
    const people = await Promise.all(Array.from({ length: 8 }, () => world.member()));
    const memes = await Promise.all(people.map((by) => world.meme({ by })));
    for (const { id } of memes) for (const who of people) await say(world, who, id, `${who.user.username} on ${id}`);
    const read = async (id: string) => {
      const response = await world.as(people[0]!).get(`/v1/meme/${id}/comments`);
      return told((await response.json()) as Shown[]);
    };
    const expected = (id: string) => people.map(({ user: { username } }) => `${username}: ${username} on ${id}`);
    const all = memes.map(({ id }) => expected(id));
    for (let round = 0; round < 40; round++) {
      // Some requests wait for the meme, some for the comments, some for an author.
      memes.forEach(({ id }, i) => {
        if ((i + round) % 2 === 0) cache.memeDrafts.forget(id);
        if ((i + round) % 3 === 0) cache.commentDrafts.forget(id);
      });
      for (const kept of [cache.users, cache.authorDrafts]) kept.forget(people[round % people.length]!.user.id);
      expect(await Promise.all(memes.map(({ id }) => read(id)))).toEqual(all);
    }
  });

  test("are all listed, however many there are", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const meme = await world.meme({ by: author });
    const path = `/v1/meme/${meme.id}/comments`;
    const expected = Array.from({ length: MANY }, (_, i) => `comment ${i}`);
    for (const content of expected) await say(world, author, meme.id, content);
    const read = async () => (await (await world.as(author).get(path)).json()) as Shown[];
    const contents = async () => (await read()).map(({ content }) => content);
    for (let i = 0; i < 2; i++) expect(await contents()).toEqual(expected);
    const [first] = await read();
    await world.as(author).delete(`${path}/${first!.id}`);
    for (let i = 0; i < 2; i++) expect(await contents()).toEqual(expected.slice(1));
  });
});
