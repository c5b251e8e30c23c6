// `npm run test:valkey`: two nodes count together through a real Valkey or Redis server of this machine.
import { expect, test } from "bun:test";

import { examineValkey } from "../../src/cli/examine-valkey.ts";
import { readValkey } from "../../src/config/valkey.ts";
import { NodeCounts } from "../../src/http/node-counts.ts";
import { RateLimiter, type LimiterOf } from "../../src/http/rate-limit.ts";
import { PasswordLimits } from "../../src/http/web/sign-in/password-limits.ts";
import { Valkey } from "../../src/valkey/valkey.ts";
import { until } from "../until.ts";
import { openWorld, type World } from "../world.ts";
import { startRealServer } from "./real-server.ts";

const LIMIT = { requests: 600, windowMs: 24 * 3_600_000 };
/** Nothing refills here, however slow the machine is; in Valkey, one request in 144 seconds. */
const clock = () => 1_800_000_000_000;
const log = { warn() {}, info() {} };

/** A node without the rest of a server. */
async function openNode(url: string, siteId = "site") {
  const valkey = new Valkey({ url: url.replace("valkey:", "redis:"), siteId, log });
  const counts = new NodeCounts(valkey, clock);
  await until(() => valkey.isThere, "A connection");
  const limiterOf: LimiterOf = (kind, limit) => new RateLimiter(limit, undefined, counts.of(kind, limit));
  return { limiterOf, keys: limiterOf("key", LIMIT), valkey, [Symbol.dispose]: () => valkey[Symbol.dispose]() };
}

const spend = (limiter: RateLimiter, times: number, id = "ann") =>
  Array.from({ length: times }, () => limiter.take(id, clock()).allowed).filter(Boolean).length;

test("two nodes exceed a limit by no more than what one of them lets pass between two answers", async () => {
  await using server = await startRealServer();
  using one = await openNode(server.url);
  using other = await openNode(server.url);
  let allowed = 0;
  for (let round = 0; round < 20; round++) {
    allowed += spend(one.keys, 29) + spend(other.keys, 29);
    // These wait for Valkey, and bring what the other node has spent.
    for (const { keys } of [one, other, one]) allowed += Number((await keys.takeEverywhere("ann", clock())).allowed);
  }
  expect(allowed).toBeGreaterThanOrEqual(LIMIT.requests);
  expect(allowed).toBeLessThanOrEqual(LIMIT.requests + 29);
  expect(spend(one.keys, 1, "bob")).toBe(1);
  // Another site on the same server counts for itself.
  using stranger = await openNode(server.url, "another site");
  expect((await stranger.keys.takeEverywhere("ann", clock())).left).toBe(LIMIT.requests - 1);
});

test("sign-in attempts on two nodes at once are counted exactly", async () => {
  await using server = await startRealServer();
  using one = await openNode(server.url);
  using other = await openNode(server.url);
  const nodes = [one, other].map(({ limiterOf }) => new PasswordLimits(clock, limiterOf).forSignIn("net", undefined));
  const tries = Array.from({ length: 30 }, () => nodes.map(async (limits) => limits.try("ann", false))).flat();
  const allowed = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled").length;
  // 20 for everyone, and 3 more for each network.
  expect(allowed).toBe(23);
});

test("if Valkey loses its memory, it learns from the nodes", async () => {
  await using server = await startRealServer();
  using one = await openNode(server.url);
  using other = await openNode(server.url);
  expect(spend(one.keys, 400)).toBe(400);
  await one.keys.takeEverywhere("ann", clock());
  await server.kill();
  await until(() => !one.valkey.isThere && !other.valkey.isThere, "Noticing that Valkey is away");
  expect(spend(one.keys, 99)).toBe(99);
  await server.start();
  await until(() => one.valkey.isThere && other.valkey.isThere, "A new connection");
  expect((await one.keys.takeEverywhere("ann", clock())).left).toBe(99);
  await other.keys.takeEverywhere("ann", clock());
  expect(other.keys.take("ann", clock()).left).toBe(97);
});

test("a password is needed, and the doctor says so", async () => {
  await using server = await startRealServer("pa#ss/word");
  using node = await openNode(`${server.url}/1`);
  expect((await node.keys.takeEverywhere("ann", clock())).left).toBe(LIMIT.requests - 1);
  const read = (url: string) => ({ valkey: readValkey(url) });
  expect(await examineValkey(read(server.url))).toMatchObject([{ ok: true }]);
  const [wrong] = await examineValkey(read(server.url.replace("pa%23", "no%23")));
  expect([wrong!.ok, wrong!.said]).toEqual([false, expect.stringContaining("check its address, user and password")]);
  expect(wrong!.said).not.toContain("ss%2Fword");
});

test("two servers refuse the same account, whichever it asks", async () => {
  await using valkey = await startRealServer();
  const env = { GUFFAW_RATE_LIMIT: "600/1d", GUFFAW_VALKEY_URL: valkey.url };
  await using one = await openWorld("SQLite", { env });
  await using other = await openWorld("SQLite", { env: { ...one.env } });
  const { key } = await one.member();
  await until(() => [one, other].every(({ services }) => services.valkey!.isThere), "Two connections");
  const ask = async ({ origin }: World) => {
    const response = await fetch(`${origin}/v1/stats`, { headers: { Authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  };
  let allowed = 0;
  await until(async () => {
    const answers = await Promise.all([ask(one), ask(other)]);
    allowed += answers.filter((status) => status !== 429).length;
    return answers.every((status) => status === 429);
  }, "A refusal by both");
  expect(allowed).toBeGreaterThanOrEqual(600);
  console.log(`Two servers allowed ${allowed} requests of 600.`);
});
