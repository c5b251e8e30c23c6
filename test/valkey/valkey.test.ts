import { expect, test } from "bun:test";

import { guffaw } from "../cli/guffaw.ts";
import { startProxy } from "../tcp-proxy.ts";
import { until } from "../until.ts";
import { openWorld, type World } from "../world.ts";
import { startProtocolServer } from "./protocol-server.ts";

const LIMITS = { GUFFAW_RATE_LIMIT: "1000/1h" };
/** Nothing refills, however slow the machine is. */
const clock = () => 1_800_000_000_000;

const there = (world: World) => until(() => world.services.valkey!.isThere, "A connection");
const away = (world: World) => until(() => !world.services.valkey!.isThere, "Noticing that Valkey is away");
const messages = (world: World) =>
  world.logLines.map((line) => (JSON.parse(line) as { message: string }).message).filter((one) => /Valkey/.test(one));
const AWAY = "Valkey is away: until it is back, each node counts limits on its own";
const BACK = "Valkey is back: all nodes count limits together";

/** What is left of the allowance after one request. */
async function left(world: World, key: string): Promise<number> {
  const response = await fetch(`${world.origin}/v1/stats`, { headers: { Authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  expect(response.status).toBeLessThan(500);
  return Number(/r=(\d+)/.exec(response.headers.get("RateLimit")!)![1]);
}

test("what the other nodes have spent is gone here too, without waiting for it", async () => {
  await using valkey = await startProtocolServer();
  await using world = await openWorld("SQLite", { clock, env: { ...LIMITS, GUFFAW_VALKEY_URL: valkey.url } });
  const { key } = await world.member();
  await there(world);
  const before = valkey.scripts();
  valkey.answer(1_800_000); // half an hour until it is full again
  expect(await left(world, key)).toBe(999);
  await until(() => valkey.scripts() > before, "Telling the others");
  await until(async () => (await left(world, key)) < 500, "Learning from the others");
});

test("a Valkey that was never there stops nothing, and is found when it comes", async () => {
  await using first = await startProtocolServer();
  const { port, url } = first;
  await first[Symbol.asyncDispose]();
  await using world = await openWorld("SQLite", { clock, env: { ...LIMITS, GUFFAW_VALKEY_URL: url } });
  const { key } = await world.member();
  await until(() => messages(world).length > 0, "A warning");
  expect(await left(world, key)).toBe(999);
  expect(await left(world, key)).toBe(998);
  await using _ = await startProtocolServer(port);
  await there(world);
  expect(await left(world, key)).toBe(997);
  await until(() => messages(world).length > 1, "The good news");
  expect(messages(world)).toEqual([AWAY, BACK]);
});

test("a Valkey that is cut off or frozen costs one warning, and heals by itself", async () => {
  await using valkey = await startProtocolServer();
  await using proxy = await startProxy({ hostname: "127.0.0.1", port: valkey.port });
  const env = { ...LIMITS, GUFFAW_VALKEY_URL: `redis://127.0.0.1:${proxy.port}` };
  await using world = await openWorld("SQLite", { clock, env });
  const { key } = await world.member();
  await there(world);
  proxy.freeze();
  let count = 0;
  // Requests go on being counted here, before and after anyone has noticed.
  await until(async () => {
    expect(await left(world, key)).toBe(999 - count++);
    return !world.services.valkey!.isThere;
  }, "Noticing the silence");
  for (let i = 0; i < 20; i++) expect(await left(world, key)).toBe(999 - count++);
  proxy.thaw();
  await there(world);
  proxy.cut();
  await away(world);
  await there(world);
  await until(() => messages(world).length >= 4, "The good news");
  expect(messages(world)).toEqual([AWAY, BACK, AWAY, BACK]);
});

test("a Valkey that refuses to count is away, and said so once", async () => {
  await using valkey = await startProtocolServer();
  valkey.answer(new Error("NOPERM this user has no permissions to run the 'eval' command"));
  await using world = await openWorld("SQLite", { clock, env: { ...LIMITS, GUFFAW_VALKEY_URL: valkey.url } });
  const { key } = await world.member();
  await until(() => valkey.scripts() >= 3, "Trying again");
  expect(await left(world, key)).toBe(999);
  expect(messages(world)).toEqual([AWAY]);
  expect(world.logLines.join("\n")).toContain("NOPERM");
});

test("signing in waits for a frozen Valkey no longer than a moment, and works", async () => {
  await using valkey = await startProtocolServer();
  await using proxy = await startProxy({ hostname: "127.0.0.1", port: valkey.port });
  const env = { ...LIMITS, GUFFAW_VALKEY_URL: `redis://127.0.0.1:${proxy.port}` };
  await using world = await openWorld("SQLite", { clock, env });
  await there(world);
  proxy.freeze();
  const body = new URLSearchParams({ name: "nobody", password: "not a password" });
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const response = await fetch(`${world.origin}/sign-in`, { method: "POST", body, headers, redirect: "manual" });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("Wrong username or password");
});

test("the doctor and the metrics say whether Valkey counts", async () => {
  await using valkey = await startProtocolServer();
  await using world = await openWorld("SQLite", { clock, env: { ...LIMITS, GUFFAW_VALKEY_URL: valkey.url } });
  const metric = async () =>
    /^guffaw_valkey_up\S* (\d)$/m.exec(await (await fetch(`${world.origin}/metrics`)).text())?.[1];
  const found = async () => {
    const { json } = await guffaw(["doctor", "--json"], { env: world.env });
    return (json.findings as { what: string; ok: boolean; said: string }[]).find(({ what }) => what === "valkey");
  };
  await there(world);
  expect(await metric()).toBe("1");
  expect(await found()).toMatchObject({ ok: true, said: expect.stringContaining("counts limits for all nodes") });
  await valkey[Symbol.asyncDispose]();
  await away(world);
  expect(await metric()).toBe("0");
  expect(await found()).toMatchObject({ ok: false, said: expect.stringContaining("The site works without it") });
});
