import { describe, expect, test } from "bun:test";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { takeRatingBack } from "../../src/core/ratings/take-rating-back.ts";
import type { Age } from "../../src/entities/age.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { read, readAll } from "./http.ts";

const HOUR = 3_600_000;
const TUESDAY = Date.UTC(2026, 10, 17);

const readHot = async (world: World, by: TestMember, query = "") =>
  (await read<{ memeid: string }[]>(world, by, `/v1/meme/hot${query}`)).map(({ memeid }) => memeid);

describe.each(DIALECTS)("hot on %s", (dialect) => {
  test("ranks the examples of the documentation as it says", async () => {
    let now = TUESDAY - 24 * HOUR;
    await using world = await openWorld(dialect, { clock: () => now });
    const author = await world.member();
    const fans: TestMember[] = [];
    for (let i = 0; i < 20; i++) fans.push(await world.member());
    const postAt = async (hour: number, ratings: readonly number[]) => {
      now = TUESDAY + hour * HOUR;
      const meme = await world.meme({ by: author });
      for (const [i, rating] of ratings.entries()) await world.rate(fans[i]!, meme, rating);
      return meme;
    };
    const at0829 = await postAt(-15.51, []);
    const at0831 = await postAt(-15.49, []);
    const popular = await postAt(-6, Array<number>(20).fill(4));
    const single = await postAt(8, [5]);
    const disliked = await postAt(11, [1, 1, 1]);
    const fresh = await postAt(12, []);
    const best = [popular, single, fresh, at0831, disliked, at0829];
    expect(await readHot(world, author)).toEqual(best.map(({ id }) => id));
    // As many hours later as their ratings are worth, new ones take over.
    const at1231 = await postAt(12.51, []);
    expect(await readHot(world, author, "?amount=2")).toEqual([popular.id, at1231.id]);
    const at1629 = await postAt(16.49, []);
    expect((await readHot(world, author))[0]).toBe(popular.id);
    const at1631 = await postAt(16.51, []);
    expect(await readHot(world, author, "?amount=3")).toEqual([at1631.id, popular.id, at1629.id]);
  });

  test("moves with every rating, and never shows what is hidden", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const memes: Meme[] = [];
    for (let i = 0; i < 3; i++) memes.unshift(await world.meme({ by: author }));
    const [c, b, a] = memes.map(({ id }) => id) as [string, string, string];
    expect(await readHot(world, fan)).toEqual([c, b, a]);
    await world.rate(fan, memes[2]!, 4);
    expect(await readHot(world, fan)).toEqual([a, c, b]);
    await world.rate(fan, memes[2]!, 1);
    expect(await readHot(world, fan)).toEqual([c, b, a]);
    await takeRatingBack(world.ctx(fan), a);
    await world.rate(fan, memes[1]!, 5);
    expect(await readHot(world, fan)).toEqual([b, c, a]);
    await disableMeme(world.ctx(author), b);
    for (const who of [fan, author]) expect(await readHot(world, who)).toEqual([c, a]);
    await enableMeme(world.ctx(author), b);
    expect(await readHot(world, fan)).toEqual([b, c, a]);
    await deleteMeme(world.ctx(author), b);
    expect(await readHot(world, fan)).toEqual([c, a]);
  });

  test("goes on to the end, each meme once, up to an age", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const heats: { id: string; age: Age; rank: number }[] = [];
    for (let i = 0; i < 40; i++) {
      const age = ([1, 2, 2, 4] as const)[i % 4]!;
      const meme = await world.meme({ by: author, age });
      const rating = (i * 7) % 6;
      if (rating > 0) await world.rate(fan, meme, rating);
      // Without a rating it is like a rating of 2.5; all were posted within half an hour.
      heats.unshift({ id: meme.id, age, rank: rating || 2.5 });
    }
    const upTo = (max: Age) =>
      heats
        .filter(({ age }) => age <= max)
        .toSorted((x, y) => y.rank - x.rank)
        .map(({ id }) => id);
    for (const age of [1, 2, 4] as const) {
      const { items } = await readAll<{ memeid: string }>(world, fan, `/v1/meme/hot?age=${age}&amount=7`);
      expect(items.map(({ memeid }) => memeid)).toEqual(upTo(age));
    }
    expect(await readHot(world, fan, "?offset=3&amount=5")).toEqual(upTo(2).slice(3, 8));
    for (const bad of ["?amount=26", "?offset=10001", "?age=3", "?cursor=nonsense"])
      expect((await world.as(fan).get(`/v1/meme/hot${bad}`)).status, bad).toBe(400);
  });
});
