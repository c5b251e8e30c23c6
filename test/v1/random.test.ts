import { describe, expect, test } from "bun:test";

import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";

describe.each(DIALECTS)("GET /v1/meme/random on %s", (dialect) => {
  test("2,000 draws from 50 memes: never a disabled one, each enabled one at least once", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const memes: Meme[] = [];
    for (let i = 0; i < 50; i++) memes.push(await world.meme({ by: author, age: i % 2 ? 1 : 2 }));
    // Disabled in the middle, at both ends and in a row; one comes back.
    const disabled = new Set([0, 1, 7, 25, 26, 48, 49].map((i) => memes[i]!.id));
    for (const id of disabled) await disableMeme(world.ctx(author), id);
    await enableMeme(world.ctx(author), memes[25]!.id);
    disabled.delete(memes[25]!.id);
    const reader = world.as(author);
    const seen = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      const { memeid } = (await (await reader.get("/v1/meme/random")).json()) as { memeid: string };
      seen.set(memeid, (seen.get(memeid) ?? 0) + 1);
    }
    const enabled = memes.map((m) => m.id).filter((id) => !disabled.has(id));
    expect([...seen.keys()].sort()).toEqual(enabled.sort());
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("respects the age, which is 2 by default", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const reader = world.as(author);
    expect((await reader.get("/v1/meme/random")).status).toBe(404);
    await world.meme({ by: author, age: 4 });
    expect((await reader.get("/v1/meme/random")).status).toBe(404);
    expect((await reader.get("/v1/meme/random?age=4")).status).toBe(200);
    await world.meme({ by: author, age: 2 });
    expect((await reader.get("/v1/meme/random?age=1")).status).toBe(404);
    const ages = new Set<number>();
    for (let i = 0; i < 40; i++)
      ages.add(((await (await reader.get("/v1/meme/random")).json()) as { age: number }).age);
    expect([...ages]).toEqual([2]);
    for (const bad of ["0", "3", "5", "two", "", "1&age=2"])
      expect((await reader.get(`/v1/meme/random?age=${bad}`)).status, bad).toBe(400);
  });

  test("each is equally likely at every draw, whichever came before", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const memes: string[] = [];
    for (let i = 0; i < 4; i++) memes.push((await world.meme({ by: author, age: i % 2 ? 1 : 2 })).id);
    const drawn: string[] = [];
    for (let i = 0; i < 2000; i++) drawn.push(await draw(world.as(author)));
    // More than seven standard deviations: by chance once in 10^12 runs.
    const isAbout = (count: number, expected: number) => expect(Math.abs(count - expected)).toBeLessThan(150);
    for (const id of memes) isAbout(drawn.filter((one) => one === id).length, 500);
    isAbout(drawn.filter((one, i) => one === drawn[i - 1]).length, 500);
  });

  test("kept slots show no hidden meme, and leave out no new one", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const reader = world.as(author);
    const draws = async () => {
      const seen = new Set<string>();
      for (let i = 0; i < 100; i++) seen.add(await draw(reader));
      return [...seen].sort();
    };
    const [first, second] = [await world.meme({ by: author }), await world.meme({ by: author })];
    expect(await draws()).toEqual([first.id, second.id].sort());
    await disableMeme(world.ctx(author), first.id);
    expect(await draws()).toEqual([second.id]);
    const third = await world.meme({ by: author });
    expect(await draws()).toEqual([second.id, third.id].sort());
    await enableMeme(world.ctx(author), first.id);
    expect(await draws()).toEqual([first.id, second.id, third.id].sort());
  });
});

const draw = async (reader: ReturnType<World["as"]>) =>
  ((await (await reader.get("/v1/meme/random")).json()) as { memeid: string }).memeid;
