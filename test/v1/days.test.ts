import { describe, expect, test } from "bun:test";

import { crownMemes } from "../../src/core/memes/crown-memes.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { DomainError } from "../../src/errors.ts";
import type { Age } from "../../src/entities/age.ts";
import { enqueueJob } from "../../src/data/jobs.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { DIALECTS, openWorld, type TestMember } from "../world.ts";
import { read, readAll } from "./http.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.UTC(2026, 10, 17);
const dateOf = (day: number) => new Date(FIRST + day * DAY).toISOString().slice(0, 10);

interface OfDay {
  day: string;
  meme: { memeid: string };
}

/** A site with a clock, five people who rate, and one who posts. */
async function openSite(dialect: (typeof DIALECTS)[number]) {
  let now = FIRST;
  const world = await openWorld(dialect, { clock: () => now });
  const author = await world.member();
  const fans: TestMember[] = [];
  for (let i = 0; i < 5; i++) fans.push(await world.member());
  return {
    world,
    author,
    fans,
    goTo: (day: number, hour = 0) => (now = FIRST + day * DAY + hour * HOUR),
    async post(ratings: number[], age: Age = 2) {
      now += HOUR / 2;
      const meme = await world.meme({ by: author, age });
      for (const [i, rating] of ratings.entries()) await world.rate(fans[i]!, meme, rating);
      return meme.id;
    },
    crown: () => crownMemes(world.ctx()),
    days: async () => (await read<OfDay[]>(world, fans[0]!, "/v1/meme/day")).map(({ day, meme }) => [day, meme.memeid]),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe.each(DIALECTS)("the meme of the day on %s", (dialect) => {
  test("is the best one posted that day, never a mature or disabled one", async () => {
    await using site = await openSite(dialect);
    const { world, author } = site;
    await site.post([5]);
    const best = await site.post([4, 4, 4]);
    await site.post([5, 5, 5, 5], 4);
    await disableMeme(world.ctx(author), await site.post([5, 5, 5, 5, 5]));
    const second = await world.meme({ by: author });
    for (const fan of site.fans) await world.rate(fan, second, 3);
    await site.crown();
    expect(await site.days()).toEqual([]);
    site.goTo(1);
    const next = await site.post([5, 5]);
    await site.crown();
    expect(await site.days()).toEqual([[dateOf(0), best]]);
    // Once a day is decided, later ratings change nothing.
    for (const fan of site.fans) await world.rate(fan, second, 5);
    site.goTo(2);
    await site.crown();
    await site.crown();
    expect(await site.days()).toEqual([
      [dateOf(1), next],
      [dateOf(0), best],
    ]);
  });

  test("needs two ratings that are worth something", async () => {
    await using site = await openSite(dialect);
    await site.post([5]);
    await site.post([2, 3]);
    await site.post([1, 1, 1]);
    site.goTo(1);
    await site.crown();
    expect(await site.days()).toEqual([]);
    const good = await site.post([3, 3]);
    site.goTo(2);
    await site.crown();
    expect(await site.days()).toEqual([[dateOf(1), good]]);
  });

  test("disappears when it is hidden or deleted, and no other takes its place", async () => {
    await using site = await openSite(dialect);
    const { world, author } = site;
    const [best] = [await site.post([5, 5]), await site.post([4, 4])];
    site.goTo(1);
    const other = await site.post([5, 5]);
    site.goTo(2);
    await site.crown();
    const both = [
      [dateOf(1), other],
      [dateOf(0), best],
    ];
    expect(await site.days()).toEqual(both);
    await disableMeme(world.ctx(author), best!);
    await site.crown();
    expect(await site.days()).toEqual(both.slice(0, 1));
    for (const path of ["/day", "/day.atom"])
      expect(await (await world.as().get(path)).text(), path).not.toContain(best!);
    await enableMeme(world.ctx(author), best!);
    expect(await site.days()).toEqual(both);
    await deleteMeme(world.ctx(author), best!);
    await site.crown();
    expect(await site.days()).toEqual(both.slice(0, 1));
  });

  test("is made up for after a pause, up to a week back, and listed page by page", async () => {
    await using site = await openSite(dialect);
    const posted: string[][] = [];
    for (let day = 0; day < 10; day++) {
      site.goTo(day, 12);
      posted.unshift([dateOf(day), await site.post([4, 4])]);
    }
    site.goTo(10);
    await site.crown();
    expect(await site.days()).toEqual(posted.slice(0, 7));
    const { items } = await readAll<OfDay>(site.world, site.author, "/v1/meme/day?amount=3");
    expect(items.map(({ day, meme }) => [day, meme.memeid])).toEqual(posted.slice(0, 7));
    expect(await read<OfDay[]>(site.world, site.author, "/v1/meme/day?offset=5&amount=1")).toMatchObject([
      { day: dateOf(4) },
    ]);
    for (const bad of ["amount=0", "offset=-1", "cursor=nonsense"])
      expect((await site.world.as(site.author).get(`/v1/meme/day?${bad}`)).status, bad).toBe(400);
  });

  test("is chosen by a job, and by nobody else", async () => {
    await using site = await openSite(dialect);
    const { world, author } = site;
    const best = await site.post([5, 4]);
    site.goTo(1);
    expect(crownMemes(world.ctx(author))).rejects.toBeInstanceOf(DomainError);
    await world.services.storage.probe(); // makes its folder
    await enqueueJob(world.db, "crown-memes", "", 0);
    await runDueJobs(world.services);
    expect(await site.days()).toEqual([[dateOf(0), best]]);
  });
});
