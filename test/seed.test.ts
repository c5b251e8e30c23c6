import { describe, expect, test } from "bun:test";

import { cleanCaption } from "../src/core/memes/caption-meme.ts";
import { listTopMemes } from "../src/core/memes/list-top-memes.ts";
import { memesWithAuthors } from "../src/core/memes/read-listed.ts";
import { isId } from "../src/core/ids.ts";
import { searchMemes } from "../src/core/search/search-memes.ts";
import { LAST_AT, SEEDS, distribute } from "../src/core/seed/plan.ts";
import { seedSite } from "../src/core/seed/seed-site.ts";
import { Random } from "../src/core/seed/random.ts";
import { captionOf, nameOf } from "../src/core/seed/words.ts";
import { cleanUsername } from "../src/core/users/username.ts";
import { checkDatabase } from "../src/data/check.ts";
import type { Schema } from "../src/data/schema.ts";
import { wordsOf } from "../src/data/search-words.ts";
import { guffaw } from "./cli/guffaw.ts";
import { postgresTest } from "./postgres-test.ts";
import { DIALECTS, openWorld, smallImage, type DialectName, type World } from "./world.ts";

const SIZE = { users: 40, memes: 300, ratings: 1500, comments: 400, randomSeed: 1 };
const ORDER = {
  users: ["id"],
  memes: ["id"],
  ratings: ["meme_id", "user_id"],
  comments: ["id"],
  follows: ["follower_id", "followed_id"],
  integrations: ["user_id", "service", "account"],
  counters: ["name"],
  rated_days: ["subject", "day"],
  scores: ["subject"],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

const seedInto = async (world: World, size = SIZE) =>
  seedSite(world.ctx(), { ...size, pictures: [await smallImage()], onRows: () => {} });

async function everything(world: World) {
  const tables: Record<string, unknown[]> = {};
  for (const [table, order] of Object.entries(ORDER))
    tables[table] = await order
      .reduce((query, column) => query.orderBy(column as never), world.db.selectFrom(table as keyof Schema).selectAll())
      .execute();
  return tables;
}

/** Soon after the last seeded row, so that some are still recent. */
const SOON = LAST_AT + 12 * 3_600_000;

const seeded = async (dialect: DialectName) => {
  await using world = await openWorld(dialect, { clock: () => SOON });
  await seedInto(world);
  return await everything(world);
};

describe.each([...DIALECTS])("seed on %s", (dialect) => {
  test("writes what was asked for, with every counter right", async () => {
    await using world = await openWorld(dialect);
    const before = await world.meme({ by: await world.member() });
    await seedInto(world);
    expect(await checkDatabase(world.db)).toEqual([]);
    const all = await everything(world);
    const counts = Object.fromEntries(Object.entries(all).map(([table, rows]) => [table, rows.length]));
    expect(counts).toMatchObject({ users: 41, memes: 301, ratings: 1500, comments: 400 });
    expect(counts.follows).toBeGreaterThan(0);
    expect(counts.integrations).toBeGreaterThan(0);

    const memes = await world.db.selectFrom("memes").selectAll().where("id", "<>", before.id).execute();
    expect(memes.filter((meme) => meme.disabled).length).toBeWithin(1, 20);
    expect(new Set(memes.map((meme) => meme.age))).toEqual(new Set([1, 2, 4]));
    for (const meme of memes) {
      expect(meme.id).toMatch(/^\d{18}$/);
      expect(isId(meme.id)).toBe(true);
      expect(cleanCaption(meme.caption)).toBe(meme.caption);
    }
    const first = await world.db
      .selectFrom("users")
      .selectAll()
      .where("username", "=", nameOf(0, 1, SEEDS))
      .execute();
    expect(first[0]!.submitted_count).toBe(30);
    const replies = await world.db
      .selectFrom("comments as c")
      .innerJoin("comments as p", "p.id", "c.parent_id")
      .select(["c.meme_id as of", "p.meme_id as to"])
      .execute();
    expect(replies.length).toBeGreaterThan(10);
    expect(replies.every(({ of, to }) => of === to)).toBe(true);
  });

  test("is refused if its rows already exist, and adds others with another random seed", async () => {
    await using world = await openWorld(dialect);
    await seedInto(world);
    const before = await everything(world);
    await expect(seedInto(world, { ...SIZE, users: 50 })).rejects.toThrow("choose another --random-seed");
    expect(await everything(world)).toEqual(before);
    await seedInto(world, { ...SIZE, randomSeed: 2 });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("is found by search, and ranked by its ratings", async () => {
    await using world = await openWorld(dialect, { clock: () => SOON });
    await seedInto(world);
    expect(await checkDatabase(world.db, SOON)).toEqual([]);
    const page = { amount: 50, skip: 0, age: 4 } as const;
    const first = nameOf(0, 1, SEEDS);
    const { items: found } = await searchMemes(world.ctx(), { ...page, search: first });
    const byFirst = found.filter(({ author }) => author.username === first);
    expect(byFirst.length).toBe(byFirst[0]!.author.memeCount);
    const tops = [];
    for (const period of ["all", "1mo", "7d", "1d"] as const)
      tops.push((await listTopMemes(world.ctx(), { ...page, amount: 300, period }, memesWithAuthors)).items.length);
    expect(tops[0]).toBeGreaterThan(tops[1]!);
    expect(tops[1]).toBeGreaterThan(tops[2]!);
    expect(tops[2]).toBeGreaterThan(tops[3]!);
    expect(tops[3]).toBeGreaterThan(0);
  });

  test("is served like anything else", async () => {
    await using world = await openWorld(dialect);
    await seedInto(world);
    const reader = await world.member();
    const meme = await (await world.as(reader).get("/v1/meme/random?age=4")).json();
    expect((await fetch(meme.url.replace(world.addresses.url, world.origin))).status).toBe(200);
    const stats = await (await world.as(reader).get("/api/v1/stats")).json();
    expect(stats).toMatchObject({ ratings: 1500, website_users: 41 });
  });
});

postgresTest("the same seed gives the same rows, ids and all, on both databases", async () => {
  const [one, again, other] = [await seeded("SQLite"), await seeded("SQLite"), await seeded("PostgreSQL")];
  expect(again).toEqual(one);
  expect(other).toEqual(one);
});

test("captions have many words, in many scripts, and all can be stored", () => {
  const [captions, words] = [new Set<string>(), new Map<string, number>()];
  for (let meme = 0; meme < 20_000; meme++) captions.add(captionOf(new Random(1, meme)));
  for (const caption of captions) {
    expect(cleanCaption(caption)).toBe(caption);
    for (const word of wordsOf(caption)) words.set(word, (words.get(word) ?? 0) + 1);
  }
  expect(captions.size).toBeGreaterThan(15_000);
  expect(words.size).toBeGreaterThan(3000);
  for (const script of [
    "Latin",
    "Cyrillic",
    "Greek",
    "Arabic",
    "Hebrew",
    "Han",
    "Hiragana",
    "Hangul",
    "Thai",
    "Devanagari",
  ])
    expect(
      [...words.keys()].some((word) => new RegExp(`\\p{Script=${script}}`, "u").test(word)),
      script,
    ).toBe(true);
});

test("names are valid and unique", () => {
  const names = new Set<string>();
  for (const seed of [0, 1, SEEDS - 1])
    for (let user = 0; user < 10_000; user++) names.add(cleanUsername(nameOf(user, seed, SEEDS)));
  expect(names.size).toBe(30_000);
});

test("shares add up, and nobody gets too much", () => {
  const weights = Float64Array.from([1000, 1, 1, 5, 0.1]);
  for (const total of [0, 1, 7, 24, 25]) {
    const shares = distribute(total, weights, 5);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
    expect(Math.max(...shares)).toBeLessThanOrEqual(5);
  }
});

const runSeed = async (argv: string[]) => {
  await using world = await openWorld("SQLite");
  return await guffaw(["seed", ...argv], { env: world.env });
};

describe("guffaw seed", () => {
  test("says what it did", async () => {
    const small = ["--users", "10", "--memes", "2", "--ratings", "20", "--comments", "5"];
    const { code, stdout } = await runSeed([...small, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      users: 10,
      memes: 2,
      ratings: 20,
      comments: 5,
      seconds: expect.any(Number),
      rows_per_second: expect.any(Number),
    });
    expect((await runSeed(small)).stdout).toContain("./guffaw key create");
  });

  test.each([
    [["--memes", "3"], { users: 20, memes: 3, ratings: 30, comments: 3 }],
    [["--memes", "500", "--ratings", "1"], { users: 25, memes: 500, ratings: 1, comments: 500 }],
    [["--memes", "2", "--users", "2"], { users: 2, memes: 2, ratings: 4, comments: 2 }],
    [["--memes", "0", "--users", "3"], { users: 3, memes: 0, ratings: 0, comments: 0 }],
  ])("what is not given follows the memes: %j", async (argv, made) => {
    const { code, stdout } = await runSeed([...argv, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject(made);
    expect(code).toBe(0);
  });

  test.each([
    [["--users", "0"], "--users cannot be"],
    [["--memes", "many"], "--memes cannot be"],
    [["--random-seed", "64"], "--random-seed cannot be"],
    [["--users", "2", "--memes", "3", "--ratings", "7"], "--ratings cannot be 7"],
    [["--memes", "0"], "--memes 0 creates nothing"],
    [["--memes", "0", "--users", "3", "--comments", "1"], "--comments must be 0"],
  ])("refuses %p", async (argv, sentence) => {
    const { code, stderr } = await runSeed(argv);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });
});
