import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";

import { until } from "../until.ts";
import { openWorld, type World } from "../world.ts";

// What the runtime does by itself, as docs/operating.md says. A newer runtime may do better.

let world: World;
beforeAll(async () => {
  world = await openWorld("SQLite");
});
afterAll(() => world?.[Symbol.asyncDispose]());

/** Everything sent back in response to exactly these bytes, until the connection closes or `enough` has arrived. */
function raw(text: string, enough = /$^/): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(world.origin).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString();
      if (enough.test(answer)) socket.destroy();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

test("headers that are too long, and anything but HTTP, get a bare status", async () => {
  expect(await raw(`GET /v1/stats HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 [^\r]+\r\nConnection: close\r\n\r\n$/,
  );
  expect(await raw("hello\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [^\r]+\r\nConnection: close\r\n\r\n$/);
});

test("an unknown method gets no answer at all", async () => {
  expect(await raw("BREW /v1/stats HTTP/1.1\r\nHost: x\r\n\r\n")).toBe("");
});

test("a caller without a key who sends Expect is refused before a byte of the body", async () => {
  const head = "POST /v1/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40000000\r\n";
  const answer = await raw(`${head}Expect: 100-continue\r\n\r\n`, /"error"/);
  expect(answer).toContain("HTTP/1.1 401 Unauthorized\r\n");
  expect(answer.toLowerCase()).toContain("x-error-code: no_key\r\n");
});

const ask = (what: string, key: string) => `${what} HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`;
const read = (path: string, key: string) => ask(`GET ${path}`, key);
const countOf = (answer: string) => answer.split("HTTP/1.1 200 ").length - 1;

// A busy server may answer late even from memory, and refuse a change at once, so these try again.

test("requests sent without waiting for answers are answered in order if all are in memory", async () => {
  const { key, user } = await world.member();
  const meme = await world.meme({ by: { key, user } });
  const paths = ["/v1/stats", `/v1/meme/${meme.id}`, "/v1/meme/recents", "/api/v1/stats", "/v1/profile/me"];
  const all = paths.map((path) => read(path, key)).join("");
  let answer = "";
  await until(async () => {
    answer = await raw(all, /(?:HTTP[^]*){5}\}$/);
    return countOf(answer) === paths.length;
  });
  expect(answer).toMatch(/\n\{"memes"[^]*\n\{"disabled"[^]*\n\[\{"disabled"[^]*\n\{"memes"[^]*\n\{"username"/);
});

test("a request sent before the answer to a change ends the connection", async () => {
  const by = await world.member();
  const { id } = await world.meme({ by });
  await until(async () => (await raw(ask(`PUT /v1/saved/${id}`, by.key) + read("/v1/stats", by.key), /HTTP/)) === "");
});
