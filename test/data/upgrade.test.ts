import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { sql } from "kysely";
import { Migrator } from "kysely/migration";

import { listTopMemes } from "../../src/core/memes/list-top-memes.ts";
import { memesWithAuthors } from "../../src/core/memes/read-listed.ts";
import { findAccount, findConfirmed } from "../../src/core/sessions/sign-in.ts";
import { searchMemes } from "../../src/core/search/search-memes.ts";
import { listTopMemers } from "../../src/core/stats/list-top-memers.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { hasJob } from "../../src/data/jobs.ts";
import { migrate } from "../../src/data/migrate.ts";
import { LAST_ALONE, MIGRATIONS } from "../../src/data/migrations/index.ts";
import { openDatabase } from "../../src/data/open.ts";
import { DAY_MS } from "../../src/data/periods.ts";
import type { Db } from "../../src/data/schema.ts";
import { writeFact } from "../../src/data/site.ts";
import { listSizes } from "../../src/data/sizes.ts";
import { insertAll } from "../../src/data/seed.ts";
import { postgresTest } from "../postgres-test.ts";
import { DIALECTS, freshDatabase, freshFolder, openWorld, type DialectName } from "../world.ts";

const [FIRST] = Object.keys(MIGRATIONS);
const AUTHOR = "100000000000000001";
const FANS = ["100000000000000002", "100000000000000003"];
const MEME = { shown: "200000000000000001", hidden: "200000000000000002", unrated: "200000000000000003" };

/** Data of a server of the first version. */
async function oldDatabase(dialect: DialectName, opened: AsyncDisposableStack): Promise<Record<string, string>> {
  const folder = freshFolder("upgrade");
  if (dialect === "SQLite") return { GUFFAW_DATA: folder };
  const { url } = opened.use(await freshDatabase());
  await using database = await openDatabase({ kind: "postgres", url });
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  return { GUFFAW_DATA: folder, GUFFAW_DATABASE_URL: url };
}

const openOld = ({ GUFFAW_DATA, GUFFAW_DATABASE_URL: url }: Record<string, string>) =>
  openDatabase(url ? { kind: "postgres", url } : { kind: "sqlite", file: join(GUFFAW_DATA!, "guffaw.db") }, {
    create: true,
  });

const makeFirstVersion = (db: Db) => makeVersion(db, (name) => name === FIRST);

async function makeVersion(db: Db, has: (migration: string) => boolean) {
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => has(name)));
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

async function fill(db: Db, now: number) {
  const user = (id: string, username: string, memes: number) => ({
    id,
    username,
    username_key: username,
    tag: "0001",
    bio: "",
    verified: 0,
    staff: 0,
    translator: 0,
    service: 0,
    founder: 0,
    meme_count: memes,
    submitted_count: memes && memes + 1,
    follower_count: 0,
    following_count: 0,
    created_at: now,
  });
  const meme = (id: string, caption: string, slot: number | null, [sum, count]: [number, number]) => ({
    id,
    author_id: AUTHOR,
    caption,
    age: 2,
    disabled: Number(slot === null),
    slot,
    image_key: "key",
    image_hash: "hash",
    image_extension: "png",
    width: 1,
    height: 1,
    color: "ffffff",
    animated: 0,
    rating_sum: sum,
    rating_count: count,
    comment_count: 0,
    created_at: now,
  });
  const rating = (meme_id: string, fan: number, rating: number, daysAgo: number) => ({
    meme_id,
    user_id: FANS[fan]!,
    rating,
    created_at: now - daysAgo * DAY_MS,
  });
  await db.transaction().execute(async (tx) => {
    await insertAll(tx, "users", [
      user(AUTHOR, "old_author", 2),
      ...FANS.map((id, i) => user(id, `fan_${i}`, 0)),
    ] as never);
    await insertAll(tx, "memes", [
      meme(MEME.shown, "An old penguin", 0, [9, 2]),
      meme(MEME.hidden, "A hidden penguin", null, [3, 1]),
      meme(MEME.unrated, "Nobody's penguin", 1, [0, 0]),
    ] as never);
    await insertAll(tx, "ratings", [
      rating(MEME.shown, 0, 5, 5),
      rating(MEME.shown, 1, 4, 50),
      rating(MEME.hidden, 0, 3, 0),
    ]);
    const address = { email: "Old@Example.org", email_key: "old@example.org" };
    await tx.updateTable("users").set(address).where("id", "=", AUTHOR).execute();
    const totals = { "memes:2": 2, ratings: 3, users: 3, memers: 1 };
    for (const [name, value] of Object.entries(totals))
      await tx.updateTable("counters").set({ value }).where("name", "=", name).execute();
  });
}

describe.each(DIALECTS)("a database of the first version on %s", (dialect) => {
  test("is migrated with everything in it", async () => {
    await using opened = new AsyncDisposableStack();
    const env = await oldDatabase(dialect, opened);
    {
      await using database = await openOld(env);
      await makeFirstVersion(database.db);
      await fill(database.db, Date.now());
      expect(await migrate(database.db)).toEqual(Object.keys(MIGRATIONS).slice(1));
      expect(await checkDatabase(database.db)).toEqual([]);
    }
    await using world = await openWorld("SQLite", { env });
    const page = { age: 4, skip: 0, amount: 10 } as const;
    const search = async (words: string) =>
      (await searchMemes(world.ctx(), { ...page, search: words })).items.map(({ meme }) => meme.id);
    expect(await search("penguin")).toEqual([MEME.shown, MEME.unrated]);
    expect(await search("old_author nobody")).toEqual([MEME.unrated]);
    const top = async (period: "1d" | "7d" | "1mo" | "all") =>
      (await listTopMemes(world.ctx(), { ...page, period }, memesWithAuthors)).items.map(({ meme }) => meme.id);
    expect([await top("1d"), await top("7d"), await top("1mo"), await top("all")]).toEqual([
      [],
      [MEME.shown],
      [MEME.shown],
      [MEME.shown],
    ]);
    expect(await hasJob(world.db, "measure-images", "")).toBe(true);
    const memers = await listTopMemers(world.ctx());
    expect(memers["1d"]).toEqual([]);
    expect(memers["7d"]).toMatchObject([{ rank: 1, score: 5, user: { id: AUTHOR, notificationCount: 0 } }]);
    expect(await checkDatabase(world.db)).toEqual([]);
    // Nobody has proven that the address is theirs, but people can still sign in with it.
    const unconfirmed = { email: undefined, emailConfirmedAt: undefined, newEmail: "Old@Example.org" };
    expect(await findAccount(world.ctx(), "OLD@example.org")).toMatchObject({ id: AUTHOR, ...unconfirmed });
    expect(await findConfirmed(world.ctx(), "OLD@example.org")).toBeUndefined();
  });

  test("goes on with the sizes that were measured before there was a table for them", async () => {
    await using opened = new AsyncDisposableStack();
    await using database = await openOld(await oldDatabase(dialect, opened));
    const { db } = database;
    await makeVersion(db, (name) => name < "0028");
    await writeFact(db, "stored", JSON.stringify({ last: {}, samples: [[3 * DAY_MS, 12e9]] }));
    await migrate(db);
    expect(await listSizes(db, 0)).toEqual([expect.objectContaining({ day: 3, imageBytes: 12e9 })]);
  });
});

postgresTest("an upgrade gives way to people who hold what it needs, and want what it has", async () => {
  await using opened = new AsyncDisposableStack();
  const env = await oldDatabase("PostgreSQL", opened);
  await using database = await openOld(env);
  const { db } = database;
  await makeVersion(db, (name) => name <= LAST_ALONE);
  await using other = await openOld(env);
  let migrating: Promise<string[]> | undefined;
  await other.db.transaction().execute(async (tx) => {
    await sql`lock table users in row exclusive mode`.execute(tx);
    migrating = migrate(db);
    const waiting = sql`select 1 from pg_locks where not granted and relation = 'users'::regclass`;
    while ((await waiting.execute(tx)).rows.length === 0) await Bun.sleep(5);
    await sql`lock table traffic in row exclusive mode`.execute(tx);
  });
  expect(await migrating).toEqual(Object.keys(MIGRATIONS).filter((name) => name > LAST_ALONE));
});
