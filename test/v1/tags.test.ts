import { describe, expect, test } from "bun:test";

import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { listFollowedMemes } from "../../src/core/memes/list-followed-memes.ts";
import { memesWithAuthors } from "../../src/core/memes/read-listed.ts";
import { followTag, MAX_FOLLOWED_TAGS } from "../../src/core/tags/follow-tag.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import type { Age } from "../../src/entities/age.ts";
import { countForTag } from "../../src/data/tags.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { MAX_TAGS, piecesOf, tagNamed, tagsOf } from "../../src/entities/tag.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

test("tags are letters, digits and underscores after a #, in one form", () => {
  expect(tagsOf("A #Dog and a #dog, #Straße #日本語 #snake_case #2cool")).toEqual([
    "2cool",
    "dog",
    "snake_case",
    "straße",
    "日本語",
  ]);
  expect(tagsOf("#हिन्दी")).toEqual(["हिन्दी"]);
  expect(tagsOf("Number #1, c#sharp, a#b, ##twice, https://a.b/#anchor, &#x20; # alone #-")).toEqual([]);
  expect(tagsOf(`#${"a".repeat(50)}`)).toHaveLength(1);
  expect(tagsOf(`#${"a".repeat(51)}`)).toEqual([]);
  expect(tagsOf(Array.from({ length: 20 }, (_, i) => `#t${i}`).join(" "))).toHaveLength(MAX_TAGS);
  expect(tagNamed("ＦＵＮ")).toBe("fun");
  expect(tagNamed("½x")).toBeUndefined();
  expect(piecesOf("so #Fun!")).toEqual([{ text: "so " }, { text: "#Fun", tag: "fun" }, { text: "!" }]);
});

interface TagSeen {
  name: string;
  memes: number;
  followers: number;
  following: boolean;
}

async function read<T>(world: World, by: TestMember, path: string): Promise<T> {
  const response = await world.as(by).get(`/v1${path}`);
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}
const idsOf = async (world: World, by: TestMember, path: string) =>
  (await read<{ memeid: string }[]>(world, by, path)).map(({ memeid }) => memeid);

describe.each(DIALECTS)("tags on %s", (dialect) => {
  test("list their memes, newest or best first, whatever the case, page by page", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const ids: string[] = [];
    for (const caption of ["#Dog one", "two #dog", "#DOG three", "no dog"])
      ids.push((await world.meme({ by: author, caption })).id);
    const [one, two, three] = ids;
    const grown = await world.meme({ by: author, caption: "#dog four", age: 4 });
    const first = { id: one!, caption: "#dog one" };
    await world.rate(fan, first as never, 5);
    expect(await idsOf(world, fan, "/tag/dog/memes?order=new")).toEqual([three!, two!, one!]);
    expect(await idsOf(world, fan, "/tag/DOG/memes?order=new&age=4")).toEqual([grown.id, three!, two!, one!]);
    expect(await idsOf(world, fan, "/tag/dog/memes?order=top")).toEqual([one!, three!, two!]);
    expect(await idsOf(world, fan, "/tag/dog/memes")).toEqual([one!, three!, two!]);
    for (const order of ["hot", "new", "top"]) {
      const whole = await idsOf(world, fan, `/tag/dog/memes?order=${order}`);
      const seen: string[] = [];
      let path: string | undefined = `/v1/tag/dog/memes?order=${order}&amount=1`;
      while (path) {
        const response: Response = await world.as(fan).get(path);
        seen.push(...((await response.json()) as { memeid: string }[]).map(({ memeid }) => memeid));
        const next = /<([^>]+)>/.exec(response.headers.get("link") ?? "")?.[1];
        path = next && new URL(next).pathname + new URL(next).search;
      }
      expect(seen).toEqual(whole);
    }
    expect(await read<TagSeen>(world, fan, "/tag/Dog")).toMatchObject({ name: "dog", memes: 4, following: false });
    expect((await world.as(fan).get("/v1/tag/cat")).status).toBe(404);
    expect((await world.as(fan).get("/v1/tag/cat/memes")).status).toBe(404);
    expect((await world.as(fan).get("/v1/tag/%20")).status).toBe(404);
  });

  test("follow edits, hiding, ratings and deletion", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: author, caption: "#dog #cat" });
    const other = await world.meme({ by: author, caption: "#dog" });
    const tagged = async (tag: string) => {
      const response = await world.as(fan).get(`/v1/tag/${tag}/memes?order=new`);
      return response.status === 404 ? [] : ((await response.json()) as { memeid: string }[]).map((m) => m.memeid);
    };
    const check = async (dogs: string[], cats: string[]) => {
      expect(await tagged("dog")).toEqual(dogs);
      expect(await tagged("cat")).toEqual(cats);
      expect(await checkDatabase(world.db)).toEqual([]);
    };
    await check([other.id, meme.id], [meme.id]);
    await captionMeme(world.ctx(author), { memeId: meme.id, caption: "#dog only" });
    await check([other.id, meme.id], []);
    await disableMeme(world.ctx(author), meme.id);
    await check([other.id], []);
    await captionMeme(world.ctx(author), { memeId: meme.id, caption: "#cat, hidden" });
    await check([other.id], []);
    await world.rate(author, meme, 5);
    await enableMeme(world.ctx(author), meme.id);
    await check([other.id], [meme.id]);
    await hideMeme(world.ctx(), { memeId: meme.id, reason: "x" });
    await check([other.id], []);
    await deleteMeme(world.ctx(author), other.id);
    await check([], []);
    expect(await read<TagSeen[]>(world, fan, "/tags")).toEqual([]);
  });

  test("are listed most used first, and by their beginning", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    for (const caption of ["#dog #dogs", "#dog #cat", "#dog #Ärger", "#cat", "#dot"])
      await world.meme({ by: author, caption });
    await world.meme({ by: author, caption: "#dogma", age: 4 });
    const names = async (query: string) =>
      (await read<TagSeen[]>(world, author, `/tags${query}`)).map(({ name }) => name);
    expect((await names("")).slice(0, 2)).toEqual(["dog", "cat"]);
    expect(await names("?amount=1")).toEqual(["dog"]);
    expect(await names("?prefix=DO")).toEqual(["dog", "dogs", "dot"]);
    expect(await names("?prefix=%23dog")).toEqual(["dog", "dogs"]);
    expect(await names("?prefix=%C3%84r")).toEqual(["ärger"]);
    expect(await names("?prefix=%25")).toEqual([]);
    expect(await names("?prefix=zebra")).toEqual([]);
  });

  test("can be followed, and their memes then come with those of people", async () => {
    await using world = await openWorld(dialect);
    const [author, friend, fan] = [await world.member(), await world.member(), await world.member()];
    const both = await world.meme({ by: friend, caption: "#dog by a friend" });
    const tagged = await world.meme({ by: author, caption: "#dog #cat" });
    const byFriend = await world.meme({ by: friend });
    const mature = await world.meme({ by: author, caption: "#dog", age: 4 });
    await world.meme({ by: author, caption: "neither" });
    await followUser(world.ctx(fan), friend.user.id);
    const following = async (age: Age) =>
      (await listFollowedMemes(world.ctx(fan), { amount: 9, skip: 0, age }, memesWithAuthors)).items.map(
        ({ meme }) => meme.id,
      );
    expect(await following(2)).toEqual([byFriend.id, both.id]);
    for (const tag of ["dog", "Cat"]) expect((await world.as(fan).put(`/v1/tag/${tag}/follow`)).status).toBe(200);
    expect((await world.as(fan).put("/v1/tag/dog/follow")).status).toBe(200);
    expect((await world.as(fan).put("/v1/tag/unused/follow")).status).toBe(404);
    expect(await following(2)).toEqual([byFriend.id, tagged.id, both.id]);
    expect(await following(4)).toEqual([mature.id, byFriend.id, tagged.id, both.id]);
    expect(await read<TagSeen[]>(world, fan, "/tags/followed")).toMatchObject([
      { name: "cat", following: true },
      { name: "dog", following: true, followers: 1 },
    ]);
    // It stays for those who follow it.
    await deleteMeme(world.ctx(author), tagged.id);
    expect(await read<TagSeen>(world, fan, "/tag/cat")).toMatchObject({ memes: 0, followers: 1 });
    expect((await world.as(fan).delete("/v1/tag/cat/follow")).status).toBe(200);
    expect((await world.as(fan).get("/v1/tag/cat")).status).toBe(404);
    expect(await checkDatabase(world.db)).toEqual([]);
    await deleteUser(world.ctx(), fan.user.id);
    expect(await read<TagSeen>(world, author, "/tag/dog")).toMatchObject({ followers: 0 });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("can be followed up to a number", async () => {
    await using world = await openWorld(dialect);
    const fan = await world.member();
    for (let i = 0; i <= MAX_FOLLOWED_TAGS; i++) await countForTag(world.db, `tag${i}`, { memes: 1 });
    for (let i = 0; i < MAX_FOLLOWED_TAGS; i++) await followTag(world.ctx(fan), `tag${i}`);
    const response = await world.as(fan).put(`/v1/tag/tag${MAX_FOLLOWED_TAGS}/follow`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: `You can follow up to ${MAX_FOLLOWED_TAGS} tags. Unfollow one first.` },
    ]);
    expect(await read<TagSeen[]>(world, fan, "/tags/followed")).toHaveLength(MAX_FOLLOWED_TAGS);
  });
});
