import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";

import { openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld("SQLite");
});
afterAll(() => world?.[Symbol.asyncDispose]());

/** Everything sent back in response to exactly these bytes, until the connection closes or `enough` has arrived. */
function raw(text: string, enough = /$^/, { origin } = world): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString();
      if (enough.test(answer)) socket.destroy();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

test("what is not a request gets one sentence, its code and an ID that the log knows", async () => {
  const tooLong = await raw(`GET /v1/stats HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`);
  expect(tooLong).toMatch(/^HTTP\/1\.1 431 [^]*\r\nX-Error-Code: too_large\r\n[^]*\r\n\r\n\{"error":"The address and/);
  const malformed = await raw("hello\r\n\r\n");
  expect(malformed).toMatch(/^HTTP\/1\.1 400 [^]*\r\nX-Error-Code: bad_input\r\n[^]*\r\n\r\n\{"error":"The request is/);
  await world.services.log.flush();
  for (const answer of [tooLong, malformed]) {
    const [, id] = /\r\nX-Request-Id: (\S+)\r\n/.exec(answer)!;
    expect(world.logLines.filter((line) => line.includes(id!))).toHaveLength(1);
  }
});

test("what is not a request is logged with the caller's address if requests are", async () => {
  await using other = await openWorld("SQLite", { env: { GUFFAW_LOG_ADDRESS: "on" } });
  await raw("hello\r\n\r\n", undefined, other);
  await other.services.log.flush();
  const line = other.logLines.find((one) => one.includes("not a request"))!;
  expect(JSON.parse(line)).toMatchObject({ status: 400, address: "127.0.0.1" });
});

test("an unknown method gets 405 with Allow, as any other that is wrong", async () => {
  const answer = await raw("BREW /v1/stats HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(answer).toStartWith("HTTP/1.1 405 Method Not Allowed\r\n");
  expect(answer).toContain("\r\nAllow: GET, HEAD\r\n");
});

test("a caller without a key who sends Expect is refused before a byte of the body", async () => {
  const head = "POST /v1/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40000000\r\n";
  const answer = await raw(`${head}Expect: 100-continue\r\n\r\n`);
  expect(answer).toStartWith("HTTP/1.1 401 Unauthorized\r\n");
  expect(answer.toLowerCase()).toContain("x-error-code: no_key\r\n");
});

const ask = (what: string, key: string) => `${what} HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`;
const countOf = (answer: string) => answer.split("HTTP/1.1 200 ").length - 1;

test("requests sent without waiting for answers are answered in order, however long each takes", async () => {
  const { key, user } = await world.member();
  const { id } = await world.meme({ by: { key, user } });
  const asked = [
    ask("GET /v1/stats", key),
    ask(`PUT /v1/meme/${id}/caption?caption=new`, key),
    ask(`GET /v1/meme/${id}`, key),
    ask("GET /about", key),
    ask("GET /v1/profile/me", key),
  ];
  const answer = await raw(asked.join(""), /(?:HTTP\/1[^]*){5}\}$/);
  expect(countOf(answer)).toBe(asked.length);
  expect(answer).toMatch(
    /\n\{"memes"[^]*\n\{"success"[^]*\n\{"disabled"[^]*"caption":"new"[^]*\n<!doctype[^]*\n\{"username"/,
  );
});
