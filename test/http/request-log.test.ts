import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";

import { transact } from "../../src/data/transaction.ts";
import { DIALECTS, openWorld, type DialectName, type World } from "../world.ts";
import { until } from "../until.ts";

interface Line {
  level: string;
  message: string;
  request?: string;
  path?: string;
  status?: number;
  us?: number;
  db_us?: number;
  queue_us?: number;
  address?: string;
  trace?: string;
  user?: string;
  key?: string;
  sql?: string;
  plan?: string;
  more?: number;
  kind?: string;
}

async function linesOf({ services, logLines }: World): Promise<Line[]> {
  await services.log.flush();
  return logLines.map((line) => JSON.parse(line) as Line);
}

/** The line of one request. */
const lineOf = async (world: World, path: string) =>
  (await linesOf(world)).findLast((line) => line.message === "request" && line.path === path)!;

/** A statement that takes a while on either database. */
const slowly = (dialect: DialectName) =>
  dialect === "SQLite"
    ? sql`select count(*) as n from (with recursive c(x) as (select 1 union all select x + 1 from c where x < 200000) select x from c)`
    : sql`select pg_sleep(0.05)`;

describe.each(DIALECTS)("a request's line in the log on %s", (dialect) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(dialect, { env: { GUFFAW_CACHE_MB: "0" } })));
  afterAll(() => world?.[Symbol.asyncDispose]());

  test("has the time it spent in the database", async () => {
    const author = await world.member();
    const meme = await world.meme({ by: author });
    await world.as(author).get(`/v1/meme/${meme.id}`);
    const read = await lineOf(world, `/v1/meme/${meme.id}`);
    expect(read).toMatchObject({ status: 200, user: author.user.id, key: expect.any(String) });
    expect(read.db_us).toBeGreaterThan(0);
    expect(read.queue_us).toBe(0);
    await world.as(author).put(`/v1/meme/${meme.id}/caption?caption=x`);
    const write = await lineOf(world, `/v1/meme/${meme.id}/caption`);
    expect(write.db_us).toBeGreaterThan(0);
    expect(write.db_us).toBeLessThanOrEqual(write.us!);
  });

  test("has the time it waited for its turn to write", async () => {
    const author = await world.member();
    const meme = await world.meme({ by: author });
    const path = `/v1/meme/${meme.id}/caption`;
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    // All connections that can write.
    const acts = Array.from({ length: dialect === "SQLite" ? 1 : 4 }, () =>
      transact(world.db, async () => {
        held.resolve();
        await holding.promise;
      }),
    );
    await held.promise;
    const answer = world.as(author).put(`${path}?caption=x`);
    await until(() => world.services.database.meter.waiting > 0);
    // Others do not count its time. On SQLite, readers wait for no writer.
    if (dialect === "SQLite") {
      await world.as(author).get(`/v1/meme/${meme.id}`);
      expect((await lineOf(world, `/v1/meme/${meme.id}`)).queue_us).toBe(0);
    }
    holding.resolve();
    expect((await answer).status).toBe(200);
    await Promise.all(acts);
    expect((await lineOf(world, path)).queue_us).toBeGreaterThan(0);
  });

  test("has no network address unless it is wanted, and none for probes", async () => {
    for (const path of ["/healthz", "/readyz", "/metrics", "/nowhere"]) await world.as().get(path);
    expect(await lineOf(world, "/nowhere")).not.toHaveProperty("address");
    for (const path of ["/healthz", "/readyz", "/metrics"]) expect(await lineOf(world, path), path).toBeUndefined();
  });

  test("says what a slow statement did, with its plan and without its values", async () => {
    await using slow = await openWorld(dialect, { env: { GUFFAW_SLOW_QUERY_MS: "1" } });
    await slowly(dialect).execute(slow.db);
    const secret = "four blue otters";
    const find = () =>
      dialect === "SQLite"
        ? sql`select m.id from memes m, (with recursive c(x) as (select 1 union all select x + 1 from c where x < 200000) select count(*) from c) where m.caption = ${secret}`
        : sql`select m.id from memes m, pg_sleep(0.02) where m.caption = ${secret}`;
    await find().execute(slow.db);
    await find().execute(slow.db);
    const named = async () => (await linesOf(slow)).filter((line) => line.sql?.includes("from memes m, "));
    await until(async () => (await named()).length > 0);
    expect(await named()).toHaveLength(1);
    const [line] = await named();
    expect(line).toMatchObject({ level: "warn", message: "slow query" });
    expect(line!.plan).toMatch(dialect === "SQLite" ? /SCAN/ : /Scan/);
    expect(slow.logLines.join("\n")).not.toContain(secret);
    expect(await (await slow.as().get("/metrics")).text()).toMatch(/guffaw_database_slow_queries_total [1-9]/);
  });
});

describe.each(DIALECTS)("settings of the log on %s", (dialect) => {
  test("GUFFAW_LOG_ADDRESS=on adds the caller's address, as a proxy of ours reports it", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_LOG_ADDRESS: "on", GUFFAW_PROXIES: "1" } });
    await world.as().get("/nowhere");
    expect((await lineOf(world, "/nowhere")).address).toBe("127.0.0.1");
    await world.as().get("/nowhere", { headers: { "X-Forwarded-For": "192.0.2.1, 2001:db8::7" } });
    expect((await lineOf(world, "/nowhere")).address).toBe("2001:db8::7");
    await world.as().get("/nowhere", { headers: { "X-Forwarded-For": `"\\${"x".repeat(500)}` } });
    expect((await lineOf(world, "/nowhere")).address).toHaveLength(64);
  });

  test("at debug, it has every statement with its request, and probes", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_LOG: "debug" } });
    const member = await world.member();
    await world.as(member).get("/v1/meme/1", { headers: { "X-Request-Id": "mine" } });
    await world.as().get("/healthz");
    const lines = await linesOf(world);
    expect(lines.some(({ message, request, sql: text }) => message === "statement" && request === "mine" && text)).toBe(
      true,
    );
    expect(await lineOf(world, "/healthz")).toBeDefined();
  });
});

test("the trace of the caller is in the log, if it is one", async () => {
  await using world = await openWorld("SQLite");
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const send = async (traceparent: string) => {
    await world.as().get("/nowhere", { headers: { traceparent } });
    return (await lineOf(world, "/nowhere")).trace;
  };
  expect(await send(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace);
  expect(await send(`cc-${trace}-00f067aa0ba902b7-01-later`)).toBe(trace);
  for (const wrong of [
    `00-${trace}-00f067aa0ba902b7-01-later`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    "nonsense",
  ])
    expect(await send(wrong), wrong).toBeUndefined();
});
