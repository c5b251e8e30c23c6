import { describe, expect, test } from "bun:test";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import type { Age } from "../../src/entities/age.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { read, readAll } from "./http.ts";

interface MemeAnswer {
  memeid: string;
  disabled: boolean;
  author: { username: string };
}
const ids = (memes: MemeAnswer[]) => memes.map((meme) => meme.memeid);

async function fill(world: World, count: number) {
  const author = await world.member();
  const memes: Meme[] = [];
  for (let i = 0; i < count; i++) memes.push(await world.meme({ by: author, age: ([1, 2, 2, 4] as Age[])[i % 4]! }));
  return { author, memes, newest: memes.map((meme) => meme.id).reverse() };
}

describe.each(DIALECTS)("feeds on %s", (dialect) => {
  test("recents: newest first, up to an age, without disabled ones, paginated through Link", async () => {
    await using world = await openWorld(dialect);
    const { author, memes, newest } = await fill(world, 60);
    await disableMeme(world.ctx(author), memes[58]!.id);
    const upTo = (age: number) =>
      newest.filter((id) => memes.find((m) => m.id === id)!.age <= age && id !== memes[58]!.id);
    for (const age of [1, 2, 4]) {
      const { items, pages } = await readAll<MemeAnswer>(world, author, `/v1/meme/recents?age=${age}&amount=7`);
      expect(ids(items)).toEqual(upTo(age));
      expect(pages.slice(0, -1).every((length) => length === 7)).toBe(true);
    }
    // People who do not ask for mature memes never see one.
    const usual = await read<MemeAnswer[]>(world, author, "/v1/meme/recents");
    expect(ids(usual)).toEqual(upTo(2).slice(0, 25));
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/meme/recents?offset=20&amount=10"))).toEqual(
      upTo(2).slice(20, 30),
    );
    expect(await read<MemeAnswer[]>(world, author, "/v1/meme/recents?offset=10000")).toEqual([]);
    // The next page begins where this one ended, even if it began at an offset.
    const { items } = await readAll<MemeAnswer>(world, author, "/v1/meme/recents?offset=5&amount=9");
    expect(ids(items)).toEqual(upTo(2).slice(5));
  });

  test("a page stays where it was while new memes come in", async () => {
    await using world = await openWorld(dialect);
    const { author, newest } = await fill(world, 8);
    const first = await world.as(author).get("/v1/meme/recents?age=4&amount=3");
    expect(ids((await first.json()) as MemeAnswer[])).toEqual(newest.slice(0, 3));
    await world.meme({ by: author });
    const next = new URL(/^<([^>]+)>/.exec(first.headers.get("link")!)![1]!);
    expect(ids(await read<MemeAnswer[]>(world, author, next.pathname + next.search))).toEqual(newest.slice(3, 6));
  });

  test("a search for a meme's id finds that meme first, if it is public", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const meme = await world.meme({ by: author });
    const naming = await world.meme({ by: author, caption: `better than ${meme.id}` });
    const mature = await world.meme({ by: author, age: 4 });
    const hidden = await world.meme({ by: author, disabled: true });
    const search = async (text: string, more = "") =>
      ids(await read<MemeAnswer[]>(world, author, `/v1/meme/search?search=${encodeURIComponent(text)}${more}`));
    const both = [meme.id, naming.id];
    expect(await search(meme.id)).toEqual(both);
    expect(await search(` ${meme.id}\n`)).toEqual(both);
    for (const [offset, amount] of [
      [0, 1],
      [1, 1],
      [1, 5],
      [2, 5],
    ] as const)
      expect(await search(meme.id, `&offset=${offset}&amount=${amount}`)).toEqual(both.slice(offset, offset + amount));
    const { items } = await readAll<MemeAnswer>(world, author, `/v1/meme/search?search=${meme.id}&amount=1`);
    expect(ids(items)).toEqual(both);
    // A meme that mentions its own id is found once.
    await world.as(author).put(`/v1/meme/${meme.id}/caption?caption=I+am+${meme.id}`);
    expect(await search(meme.id)).toEqual(both);
    expect(await search(meme.id.slice(0, -1))).toEqual([naming.id, meme.id]);

    expect(await search(mature.id)).toEqual([]);
    expect(await search(mature.id, "&age=4")).toEqual([mature.id]);
    // Among other words, an id is a word like any other.
    const unnamed = await world.meme({ by: author });
    expect(await search(`${meme.id} laptop`)).toEqual([naming.id, meme.id]);
    for (const none of [hidden.id, "140000000000000000", `${unnamed.id} laptop`])
      expect(await search(none), none).toEqual([]);

    const page = async (query: string) => (await world.as().get(`/search?${query}`)).text();
    expect(await page(`search=${naming.id}`)).toContain(`/meme/${naming.id}"`);
    // Pages show it under a curtain.
    expect(await page(`search=${mature.id}`)).toContain(`/meme/${mature.id}"`);
    expect(await page(`search=${mature.id}&age=2`)).not.toContain(`/meme/${mature.id}"`);
    expect(await page(`search=${hidden.id}&age=4`)).not.toContain(`/meme/${hidden.id}"`);
  });

  test("invalid queries are refused in one sentence", async () => {
    await using world = await openWorld(dialect);
    const { author } = await fill(world, 3);
    const link = (await world.as(author).get("/v1/meme/recents?amount=1")).headers.get("link")!;
    const cursor = new URL(/^<([^>]+)>/.exec(link)![1]!).searchParams.get("cursor")!;
    const bad = [
      "recents?amount=0",
      "recents?amount=",
      "recents?offset=",
      "recents?age=",
      "recents?amount=26",
      "recents?amount=-1",
      "recents?amount=1.5",
      "recents?amount=ten",
      "recents?amount=1e1",
      "recents?offset=10001",
      "recents?offset=-1",
      "recents?age=3",
      "recents?age=0",
      "recents?cursor=nonsense",
      `recents?cursor=${cursor}x`,
      `recents?cursor=${cursor}&offset=1`,
      `top?cursor=${cursor}`,
      `search?search=a&cursor=${cursor}`,
      "top?period=2d",
      "top?period=1d&period=7d",
      "search",
      "search?search=",
      `search?search=${"x".repeat(201)}`,
    ];
    for (const path of bad) {
      const response = await world.as(author).get(`/v1/meme/${path}`);
      expect(response.status, path).toBe(400);
      expect(Object.keys((await response.json()) as object), path).toEqual(["error"]);
    }
  });

  test("top: best rated in the period first, each meme once across pages", async () => {
    await using world = await openWorld(dialect);
    const { author, memes } = await fill(world, 12);
    const fans = [await world.member(), await world.member(), await world.member()];
    const given: Record<number, number[]> = { 0: [5, 5, 5], 1: [5], 2: [4, 4, 4], 4: [1, 1, 1], 5: [3], 3: [5, 5, 5] };
    for (const [meme, ratings] of Object.entries(given))
      for (const [fan, rating] of ratings.entries()) await world.rate(fans[fan]!, memes[Number(meme)]!, rating);
    const best = [0, 1, 2, 5, 4].map((i) => memes[i]!.id);
    for (const period of ["1d", "7d", "1mo", "all"]) {
      expect(ids(await read<MemeAnswer[]>(world, author, `/v1/meme/top?period=${period}`)), period).toEqual(best);
      const { items } = await readAll<MemeAnswer>(world, author, `/v1/meme/top?period=${period}&amount=2`);
      expect(ids(items), period).toEqual(best);
    }
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/meme/top"))).toEqual(best);
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/meme/top?offset=1&amount=2"))).toEqual(best.slice(1, 3));
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/meme/top?age=4"))).toContain(memes[3]!.id);
    await disableMeme(world.ctx(author), best[0]!);
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/meme/top?period=7d"))).toEqual(best.slice(1));
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/meme/top"))).toEqual(best.slice(1));
    await enableMeme(world.ctx(author), best[0]!);
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/meme/top"))).toEqual(best);
    await deleteMeme(world.ctx(author), best[0]!);
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/meme/top"))).toEqual(best.slice(1));
  });

  test("a user's memes: enabled ones for others, all for the user, page by page", async () => {
    await using world = await openWorld(dialect);
    const { author, memes, newest } = await fill(world, 9);
    const stranger = await world.member();
    await disableMeme(world.ctx(author), memes[4]!.id);
    const shown = newest.filter((id) => id !== memes[4]!.id);
    for (const name of [author.user.username, author.user.id]) {
      expect(ids((await readAll<MemeAnswer>(world, stranger, `/v1/profile/${name}/memes?amount=4`)).items)).toEqual(
        shown,
      );
      expect(ids((await readAll<MemeAnswer>(world, author, `/v1/profile/${name}/memes?amount=4`)).items)).toEqual(
        newest,
      );
    }
    expect(ids(await read<MemeAnswer[]>(world, author, "/v1/profile/me/memes?offset=7"))).toEqual(newest.slice(7));
    expect(await read<MemeAnswer[]>(world, stranger, "/v1/profile/me/memes")).toEqual([]);
    expect((await world.as(stranger).get("/v1/profile/nobody/memes")).status).toBe(404);
  });

  test("following: newest first, of people and tags, without hidden ones and doubles, paginated through Link", async () => {
    await using world = await openWorld(dialect);
    const [ann, bob, fan] = [await world.member(), await world.member(), await world.member()];
    const following = async (query = "") =>
      ids((await readAll<MemeAnswer>(world, fan, `/v1/meme/following${query}`)).items);
    expect(await following()).toEqual([]);
    await world.as(fan).put(`/v1/profile/${ann.user.id}/follow`);
    const memes: Meme[] = [];
    for (const [by, caption, age] of [
      [ann, "one", 1],
      [bob, "two #otters", 2],
      [ann, "three #otters", 1],
      [bob, "four", 1],
      [ann, "five", 4],
      [ann, "six", 2],
    ] as const)
      memes.unshift(await world.meme({ by, caption, age }));
    expect((await world.as(fan).put("/v1/tag/otters/follow")).status).toBe(200);
    const [six, five, , three, two, one] = memes.map(({ id }) => id);
    expect(await following("?amount=1")).toEqual([six!, three!, two!, one!]);
    expect(await following("?age=4")).toEqual([six!, five!, three!, two!, one!]);
    expect(await following("?age=1")).toEqual([three!, one!]);
    expect(await following("?offset=3")).toEqual([one!]);
    await disableMeme(world.ctx(ann), six!);
    await world.as(fan).delete("/v1/tag/otters/follow");
    expect(await following()).toEqual([three!, one!]);
    for (const bad of ["?age=3", "?amount=0", "?cursor=x"])
      expect((await world.as(fan).get(`/v1/meme/following${bad}`)).status, bad).toBe(400);
  });

  test("mymemes and stats match the older root, with memes in the v1 shape", async () => {
    await using world = await openWorld(dialect);
    const { author, memes, newest } = await fill(world, 30);
    await disableMeme(world.ctx(author), memes[3]!.id);
    const mine = await read<MemeAnswer[]>(world, author, "/v1/mymemes");
    expect(ids(mine)).toEqual(newest);
    expect(mine.filter((meme) => meme.disabled).map((meme) => meme.memeid)).toEqual([memes[3]!.id]);
    expect(mine[0]).toMatchObject({ author: { username: author.user.username }, rating: { average: 0, total: 0 } });
    const [now, old] = [await read(world, author, "/v1/stats"), await read(world, author, "/api/v1/stats")];
    expect(now).toEqual(old);
    expect(now).toEqual({ memes: 29, ratings: 0, website_users: 1, unique_memers: 1 });
  });

  test("top memers: by the sum of ratings of their enabled memes", async () => {
    await using world = await openWorld(dialect);
    const [ann, bob, fan] = [await world.member(), await world.member(), await world.member()];
    const anns = [await world.meme({ by: ann }), await world.meme({ by: ann })];
    const bobs = await world.meme({ by: bob });
    await world.rate(fan, anns[0]!, 2);
    await world.rate(fan, anns[1]!, 2);
    await world.rate(bob, anns[1]!, 1);
    await world.rate(fan, bobs, 4);
    interface Top {
      rank: number;
      score: number;
      user: { username: string };
    }
    const top = async () => {
      const boards = await read<Record<string, Top[]>>(world, fan, "/v1/topmemers");
      expect(Object.keys(boards)).toEqual(["1d", "7d", "1mo"]);
      expect(boards["7d"]).toEqual(boards["1d"]!);
      return boards["1d"]!.map(({ rank, score, user }) => [rank, score, user.username]);
    };
    expect(await top()).toEqual([
      [1, 5, ann.user.username],
      [2, 4, bob.user.username],
    ]);
    await disableMeme(world.ctx(ann), anns[1]!.id);
    expect(await top()).toEqual([
      [1, 4, bob.user.username],
      [2, 2, ann.user.username],
    ]);
    await deleteMeme(world.ctx(bob), bobs.id);
    expect(await top()).toEqual([[1, 2, ann.user.username]]);
  });
});
