import { expect } from "bun:test";
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";

import { ConfigError } from "../../src/config/checks.ts";
import { blockPerson } from "../../src/core/filters/block-person.ts";
import { mutePerson } from "../../src/core/filters/mute-person.ts";
import { muteWords } from "../../src/core/filters/mute-words.ts";
import { hashKey } from "../../src/core/keys/key-format.ts";
import { findFilter, NO_FILTER } from "../../src/data/filters.ts";
import { JOINED_PUBLIC_USER } from "../../src/data/joined-user.ts";
import { findKeyJoined, listKeys } from "../../src/data/keys.ts";
import { findMeme, findMemeJoined, findShownMeme } from "../../src/data/memes.ts";
import { wholeMemes } from "../../src/data/meme-columns.ts";
import { migrate } from "../../src/data/migrate.ts";
import { openDatabase, ping } from "../../src/data/open.ts";
import { openPostgres } from "../../src/data/postgres.ts";
import type { Db } from "../../src/data/schema.ts";
import { findUser } from "../../src/data/users.ts";
import { startProxy } from "../tcp-proxy.ts";
import { until } from "../until.ts";
import { guffaw } from "../cli/guffaw.ts";
import { postgresTest } from "../postgres-test.ts";
import { CROWD, freshDatabase, freshFolder, openWorld, ROOT } from "../world.ts";

const through = (url: string, { port }: { port: number }) => Object.assign(new URL(url), { port: String(port) }).href;

/** Reads that are always under way. */
async function slowly(db: Db, ms: number, times: number) {
  for (let i = 0; i < times; i++) await sql`select pg_sleep(${ms / 1000})`.execute(db);
}

postgresTest("a transaction whose node is frozen loses its locks", async () => {
  await using database = await freshDatabase();
  await using frozen = openPostgres(database.url, { deadlineMs: 500 });
  await using other = openPostgres(database.url);
  await sql`create table contested (n integer)`.execute(other.db);
  await sql`insert into contested values (0)`.execute(other.db);
  const thawed = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = frozen.db.transaction().execute(async (tx) => {
    await sql`update contested set n = 1`.execute(tx);
    locked.resolve();
    await thawed.promise;
    await sql`update contested set n = 2`.execute(tx);
  });
  await locked.promise;
  await sql`update contested set n = n + 10`.execute(other.db);
  thawed.resolve();
  await expect(holding).rejects.toMatchObject({ code: "unavailable" });
  const { rows } = await sql`select n from contested`.execute(other.db);
  expect(rows).toEqual([{ n: 10 }]);
  await until(() => answers(() => ping(frozen.db)));
});

postgresTest("a black-holed PostgreSQL misses the deadline, and fresh connections take over", async () => {
  await using database = await freshDatabase();
  const proxy = await startProxy(new URL(database.url));
  await using open = openPostgres(through(database.url, proxy), { deadlineMs: 500 });
  await until(() => answers(() => ping(open.db)));
  proxy.swallow();
  await expect(ping(open.db)).rejects.toMatchObject({ code: "unavailable" });
  await until(() => answers(() => ping(open.db)));
  proxy.swallow();
  const inTransaction = open.db.transaction().execute((tx) => ping(tx));
  await expect(inTransaction).rejects.toMatchObject({ code: "unavailable" });
  await until(() => answers(() => open.db.transaction().execute((tx) => ping(tx))));
  await proxy[Symbol.asyncDispose]();
  await expect(ping(open.db)).rejects.toMatchObject({ code: "unavailable" });
});

/** Enough to open all connections on a busy machine. */
const PATIENT_MS = 8000;

/** On a busy machine, even a sound server may miss a short deadline once. */
const answers = (ask: () => Promise<unknown>) =>
  ask().then(
    () => true,
    () => false,
  );

const SILENT = { code: "unavailable", message: "The database does not answer; try again shortly." };

postgresTest(
  "a frozen PostgreSQL is given up at the first missing sign of life, and taken back when it goes on",
  async () => {
    await using database = await freshDatabase();
    await using proxy = await startProxy(new URL(database.url));
    // The deadline is out of reach: only silence can end this.
    const patience = { deadlineMs: 600_000, silenceMs: 200, signMs: 500 };
    await using open = openPostgres(through(database.url, proxy), patience);
    await Promise.all(Array.from({ length: 30 }, () => slowly(open.db, 50, 1)));
    const connections = proxy.size();
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = open.db.transaction().execute(async (tx) => {
      begun.resolve();
      await go.promise;
      await ping(tx);
    });
    await begun.promise;
    proxy.freeze();
    go.resolve();
    const all = await Promise.allSettled([writing, ...Array.from({ length: 30 }, () => ping(open.db))]);
    for (const result of all) expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    // Nobody waits again for a server known to be away, or opens connections that would only wait there.
    for (let i = 0; i < 100; i++) await expect(ping(open.db)).rejects.toMatchObject(SILENT);
    proxy.thaw();
    await until(() => answers(() => ping(open.db)));
    await until(() => answers(() => Promise.all(Array.from({ length: 30 }, () => slowly(open.db, 50, 1)))));
    await until(() => proxy.size() <= connections);
  },
);

postgresTest("a slow statement outlives many silences", async () => {
  await using database = await freshDatabase();
  await using open = openPostgres(database.url, { silenceMs: 20, signMs: 60_000 });
  await slowly(open.db, 500, 1);
  await open.db.transaction().execute((tx) => slowly(tx, 500, 1));
});

/** Holds the table from now on. */
async function lockCounters(db: Db) {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table counters`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  return { holding, release };
}

postgresTest("a statement blocked by a lock fails, and concurrent reads do not", async () => {
  await using database = await freshDatabase();
  await using mine = openPostgres(database.url, { deadlineMs: PATIENT_MS });
  await using other = openPostgres(database.url, { deadlineMs: 60_000 });
  const { holding, release } = await lockCounters(other.db);
  const blocked = mine.db.updateTable("counters").set({ value: 1 }).execute();
  const reading = Array.from({ length: 5 }, () => slowly(mine.db, 100, 12));
  await expect(blocked).rejects.toMatchObject({
    code: "unavailable",
    message: "The database took too long; try again shortly.",
  });
  release.resolve();
  await Promise.all([...reading, holding]);
  await mine.db.updateTable("counters").set({ value: 1 }).execute();
});

postgresTest("more blocked statements than connections do not replace the pool", async () => {
  await using database = await freshDatabase();
  await using mine = openPostgres(database.url, { deadlineMs: PATIENT_MS });
  await using other = openPostgres(database.url, { deadlineMs: 60_000 });
  // Opens as many connections as there will ever be.
  await Promise.all(Array.from({ length: 50 }, () => slowly(mine.db, 50, 1)));
  const before = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(other.db);
  const { holding, release } = await lockCounters(other.db);
  const update = () => mine.db.updateTable("counters").set({ value: 1 }).execute();
  const blocked = Promise.allSettled(Array.from({ length: 50 }, update));
  for (const result of await blocked)
    expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  release.resolve();
  await holding;
  const after = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(mine.db);
  expect(before.rows).toContainEqual(after.rows[0]!);
});

postgresTest.each([
  ["that may not connect", "revoke connect on database NAME from public"],
  ["without any right", ""],
  ["that may look but not make anything", "grant usage on schema public to ROLE"],
])("a role %s learns in one sentence what to do", async (_, statement) => {
  await using database = await freshDatabase();
  await using open = openPostgres(database.url);
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  const role = (url.username = `guffaw_poor_${Math.random().toString(36).slice(2, 8)}`);
  const run = (text: string) => sql.raw(text).execute(open.db);
  await run("drop schema public cascade");
  await run("create schema public");
  await run(`create role ${role} login`);
  if (statement) await run(statement.replace("NAME", name).replace("ROLE", role));
  const start = async () => {
    await using poor = await openDatabase({ kind: "postgres", url: url.href });
    await migrate(poor.db);
  };
  try {
    const error = await start().catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error!.message).toStartWith(`PostgreSQL refuses the role ${role} what Guffaw needs (`);
    expect(error!.message).toEndWith(`): grant it, or make the database with createdb -O ${role} ${name}.`);
  } finally {
    await run(`drop owned by ${role}`);
    await run(`drop role ${role}`);
  }
});

postgresTest("a database that is not in UTF-8 is refused before anything is created in it", async () => {
  await using database = await freshDatabase();
  await using admin = openPostgres(database.url);
  const name = `guffaw_ascii_${Math.random().toString(36).slice(2, 8)}`;
  const run = (text: string) => sql.raw(text).execute(admin.db);
  await run(`create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const env = { GUFFAW_DATA: freshFolder("ascii"), GUFFAW_DATABASE_URL: url.href, GUFFAW_STARTER: "off" };
  const said = `The database ${name} is in SQL_ASCII, not in UTF-8: make one with createdb -E UTF8 -T template0 -O ${decodeURIComponent(url.username)} ${name}.`;
  try {
    const folder = freshFolder("backup");
    await using world = await openWorld("SQLite");
    await guffaw(["backup", folder], { env: world.env });
    for (const command of [["migrate"], ["serve"], ["restore", folder]])
      expect(await guffaw(command, { env: { ...env, GUFFAW_LOG: "warn" } })).toMatchObject({
        code: 1,
        stderr: `guffaw: ${said}\n`,
      });
    await using open = await openDatabase({ kind: "postgres", url: url.href });
    expect(await open.db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([]);
    expect((await guffaw(["doctor"], { env })).stdout).toContain(`✗ database  ${said}`);
  } finally {
    await run(`drop database if exists ${name} with (force)`);
  }
});

postgresTest("a killed test run leaves neither its PostgreSQL nor its folder behind", async () => {
  const code = `
    const { startPostgres } = await import(${JSON.stringify(join(ROOT, "test/postgres.ts"))});
    console.log((await startPostgres()).url);
    await Bun.sleep(60_000);`;
  const folder = freshFolder("killed");
  const { TEST_POSTGRES_URL: _, ...env } = process.env;
  const child = Bun.spawn([process.execPath, "-e", code], { env: { ...env, TMPDIR: folder }, stdout: "pipe" });
  chmodSync(folder, 0o755);
  const { value } = await child.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim();
  expect(readdirSync(folder)).toHaveLength(1);
  child.kill("SIGKILL");
  await until(() => readdirSync(folder).length === 0);
  await expect(new Bun.SQL(url, { max: 1 }).connect()).rejects.toMatchObject({ code: expect.any(String) });
});

postgresTest("a transaction that the server rolled back at its commit is never reported as done", async () => {
  await using database = await freshDatabase();
  await using open = openPostgres(database.url);
  const swallowed = open.db.transaction().execute(async (tx) => {
    await tx.insertInto("counters").values({ name: "x", value: 1 }).execute();
    await tx
      .insertInto("counters")
      .values({ name: "x", value: 1 })
      .execute()
      .catch(() => {});
  });
  await expect(swallowed).rejects.toThrow("rolled the transaction back");
  expect(await open.db.selectFrom("counters").selectAll().where("name", "=", "x").execute()).toEqual([]);
});

postgresTest("an account that comes along with its meme or its key is the same as one read by itself", async () => {
  await using world = await openWorld("PostgreSQL", CROWD);
  const ann = await world.member({ perks: ["verified"], bio: "hello" });
  const meme = await world.meme({ by: ann });
  const user = await findUser(world.db, ann.user.id);
  expect(await findMemeJoined(world.db, meme.id)).toEqual({ meme: (await findMeme(world.db, meme.id))!, author: user });
  const shown = (await findShownMeme(world.db, meme.id))!;
  expect(user).toMatchObject(shown.author!);
  expect(shown.meme).toEqual((await findMeme(world.db, meme.id))!);
  const [key] = await listKeys(world.db, ann.user.id);
  expect(await findKeyJoined(world.db, hashKey(ann.key))).toEqual({ key: key!, user, filter: NO_FILTER });
});

postgresTest("a meme and what everyone may know of its author fit into a row that is decoded quickly", async () => {
  await using world = await openWorld("PostgreSQL");
  await world.meme({ by: await world.member() });
  const row = await wholeMemes(world.db)
    .innerJoin("users", "users.id", "memes.author_id")
    .select(JOINED_PUBLIC_USER)
    .executeTakeFirstOrThrow();
  expect(Object.keys(row).length).toBeLessThanOrEqual(64);
});

postgresTest("filters that are asked for in one turn of the event loop are read in one query", async () => {
  await using world = await openWorld("PostgreSQL", CROWD);
  const [ann, ben, cat, dan, eve] = [
    await world.member(),
    await world.member(),
    await world.member(),
    await world.member(),
    await world.member(),
  ];
  await mutePerson(world.ctx(ann), ben.user.id);
  await blockPerson(world.ctx(ann), cat.user.id);
  await muteWords(world.ctx(dan), "spoilers");
  const { db, meter } = world.services.database;
  const people = [ann, ben, cat, dan, eve];
  const before = meter.queries;
  const found = await Promise.all(people.map(({ user }) => findFilter(db, user.id)));
  expect(meter.queries - before).toBe(1);
  expect(found).toEqual([
    { ...NO_FILTER, muted: new Set([ben.user.id]), blocked: new Set([cat.user.id]) },
    NO_FILTER,
    { ...NO_FILTER, blockedBy: new Set([ann.user.id]) },
    { ...NO_FILTER, words: ["spoilers"] },
    NO_FILTER,
  ]);
  const keys = await Promise.all(people.map(({ key }) => findKeyJoined(db, hashKey(key))));
  expect(keys.map((one) => one!.filter)).toEqual(found.map((filter) => (filter === NO_FILTER ? filter : undefined)));
});

postgresTest("memes that are asked for in one turn of the event loop are read in one query", async () => {
  await using world = await openWorld("PostgreSQL", CROWD);
  const [ann, ben] = [await world.member(), await world.member()];
  const memes = [await world.meme({ by: ann }), await world.meme({ by: ben }), await world.meme({ by: ann })];
  const { db, meter } = world.services.database;
  const asked = [...memes.map(({ id }) => id), memes[0]!.id, "404"];
  const before = meter.queries;
  const found = await Promise.all(asked.map((id) => findMemeJoined(db, id)));
  expect(meter.queries - before).toBe(1);
  expect(found.map((one) => [one?.meme.id, one?.author?.id])).toEqual([
    ...[ann, ben, ann, ann].map(({ user }, i) => [asked[i], user.id]),
    [undefined, undefined],
  ]);
});

postgresTest("what is asked for while a query runs is read by the next one", async () => {
  await using world = await openWorld("PostgreSQL", CROWD);
  const meme = await world.meme({ by: await world.member() });
  const read = async () => (await findMemeJoined(world.db, meme.id))?.meme.caption;
  for (let i = 0; i < 50; i++) {
    const early = read();
    await new Promise(setImmediate); // its query is on its way
    await world.db
      .updateTable("memes")
      .set({ caption: `now ${i}` })
      .where("id", "=", meme.id)
      .execute();
    expect(await read()).toBe(`now ${i}`);
    await early;
  }
});

postgresTest("a query that fails fails for everyone who asked, and the next one is fine", async () => {
  await using database = await freshDatabase();
  await using proxy = await startProxy(new URL(database.url));
  await using open = openPostgres(through(database.url, proxy), { deadlineMs: 500 });
  await until(() => answers(() => ping(open.db)));
  proxy.swallow();
  const all = await Promise.allSettled(["1", "2", "2"].map((id) => findMemeJoined(open.db, id)));
  for (const result of all) expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  await until(() => answers(async () => findMemeJoined(open.db, "1")));
});

postgresTest("while PostgreSQL is away, only what needs it is refused, and nothing kept is shown", async () => {
  await using database = await freshDatabase();
  const proxy = await startProxy(new URL(database.url));
  await using world = await openWorld("PostgreSQL", {
    ...CROWD,
    env: { GUFFAW_DATABASE_URL: through(database.url, proxy) },
  });
  const ann = await world.member();
  const meme = await world.meme({ by: ann });
  const asset = /\/assets\/[^"]+/.exec(await (await world.as().get("/")).text())![0];
  const statuses = async () => {
    const paths = [`/v1/meme/${meme.id}`, `/meme/${meme.id}`, asset, "/healthz"];
    return Promise.all(paths.map(async (path) => (await world.as(ann).get(path, PAGE)).status));
  };
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const hits = world.services.database.meter.cacheHits;
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect(world.services.database.meter.cacheHits).toBeGreaterThan(hits);
  await proxy[Symbol.asyncDispose]();
  expect(await statuses()).toEqual([503, 503, 200, 200]);
  const page = await world.as().get(`/meme/${meme.id}`, PAGE);
  expect(page.headers.get("content-type")).toContain("text/html");
});

const PAGE = { headers: { Accept: "text/html" } };
