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

describe.each(DIALECTS)("several random memes on %s", (dialect) => {
  test("none twice, none hidden, each as often as the others at each place", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const memes: string[] = [];
    for (let i = 0; i < 6; i++) memes.push((await world.meme({ by: author, age: i % 2 ? 1 : 2 })).id);
    await disableMeme(world.ctx(author), memes.pop()!);
    await world.meme({ by: author, age: 4 });
    const reader = world.as(author);
    const places = new Map<string, number>();
    for (let i = 0; i < 1500; i++) {
      const drawn = await drawSeveral(reader, i % 2 ? "count=3" : `count=3&seed=${i}`);
      expect(new Set(drawn).size).toBe(3);
      drawn.forEach((id, at) => places.set(`${at} ${id}`, (places.get(`${at} ${id}`) ?? 0) + 1));
    }
    // Each of five memes, at each of three places.
    const expected = memes.flatMap((id) => [0, 1, 2].map((at) => `${at} ${id}`));
    expect([...places.keys()].sort()).toEqual(expected.sort());
    // More than seven standard deviations.
    for (const [place, count] of places) expect(Math.abs(count - 300), place).toBeLessThan(110);
    expect((await drawSeveral(reader, "count=50")).sort()).toEqual(memes.sort());
  });

  test("the same seed gives the same sequence, and a longer one begins with it", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const reader = world.as(author);
    const memes: string[] = [];
    for (let i = 0; i < 20; i++) memes.push((await world.meme({ by: author, age: i % 2 ? 1 : 2 })).id);
    const ten = await drawSeveral(reader, "count=10&seed=monday");
    expect(await drawSeveral(reader, "count=10&seed=monday")).toEqual(ten);
    expect((await drawSeveral(reader, "count=20&seed=monday")).slice(0, 10)).toEqual(ten);
    expect(await drawSeveral(reader, "count=10&seed=tuesday")).not.toEqual(ten);
    // What is left out makes room for those that follow.
    const rest = await drawSeveral(reader, `count=10&seed=monday&exclude=${ten.slice(0, 4).join(",")}`);
    expect(rest.slice(0, 6)).toEqual(ten.slice(4));
    const single = (await (await reader.get("/v1/meme/random?seed=monday")).json()) as { memeid: string };
    expect(single.memeid).toBe(ten[0]!);
    // One in a list is the same one, but maybe a second older.
    const listed = await (await reader.get("/v1/meme/random?count=1&seed=monday")).json();
    expect(listed).toEqual([{ ...single, time_ago: expect.any(String) }]);
    const all = memes.join(",");
    expect(await drawSeveral(reader, `count=5&exclude=${all}`)).toEqual([]);
    expect((await reader.get(`/v1/meme/random?exclude=${all}`)).status).toBe(404);
    await disableMeme(world.ctx(author), ten[0]!);
    expect(await drawSeveral(reader, "count=50&seed=monday")).not.toContain(ten[0]!);
  });

  test("what people mute is left out, and others take its place", async () => {
    await using world = await openWorld(dialect);
    const [author, bore, reader] = [await world.member(), await world.member(), await world.member()];
    const memes: string[] = [];
    for (let i = 0; i < 3; i++) memes.push((await world.meme({ by: author })).id);
    for (let i = 0; i < 10; i++) await world.meme({ by: bore });
    await world.as(reader).put(`/v1/profile/${bore.user.id}/mute`);
    for (let i = 0; i < 5; i++) expect((await drawSeveral(world.as(reader), "count=3")).sort()).toEqual(memes.sort());
  });

  test("refuses what it does not understand", async () => {
    await using world = await openWorld(dialect);
    const reader = world.as(await world.member());
    const ids = (count: number) => Array.from({ length: count }, (_, at) => String(10n ** 17n + BigInt(at))).join(",");
    for (const bad of ["count=0", "count=51", "count=x", "seed=", `seed=${"x".repeat(101)}`, "exclude=1", "exclude=,"])
      expect((await reader.get(`/v1/meme/random?${bad}`)).status, bad).toBe(400);
    expect((await reader.get(`/v1/meme/random?count=1&exclude=${ids(201)}`)).status).toBe(400);
    expect(await drawSeveral(reader, `count=1&exclude=${ids(200)}`)).toEqual([]);
    expect(await drawSeveral(reader, "count=1&exclude=")).toEqual([]);
  });
});

const drawSeveral = async (reader: ReturnType<World["as"]>, query: string) =>
  ((await (await reader.get(`/v1/meme/random?${query}`)).json()) as { memeid: string }[]).map(({ memeid }) => memeid);

const draw = async (reader: ReturnType<World["as"]>) =>
  ((await (await reader.get("/v1/meme/random")).json()) as { memeid: string }).memeid;
