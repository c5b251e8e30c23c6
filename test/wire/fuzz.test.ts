import { expect, test } from "bun:test";

import * as fc from "fast-check";

import { HttpResponse } from "../../src/wire/http-response.ts";
import { bodyOf, get, post, request, serve } from "./serve.ts";

const RUNS = 600;
const SEED = 20_261_119;

const VALID = [
  get("/"),
  get("/file", "Accept: */*", "Cookie: a=b"),
  get("/stream"),
  get("/fails"),
  request("HEAD /stream", []),
  request("GET http://x/unread?a=b", ["Connection: keep-alive"], "1.0"),
  post("/read", "hello", "Content-Type: text/plain"),
  post("/unread", "x".repeat(300)),
  post("/read", "hello", "Expect: 100-continue"),
  `${request("POST /read", ["Transfer-Encoding: chunked"])}5;a=b\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\nA: b\r\n\r\n`,
];

const bits = fc.constantFrom(
  ..."\0 \t\r\n:;,/?*0f-+%\xff",
  "\r\n",
  "\r\n\r\n",
  "\n\n",
  "Content-Length: 3\r\n",
  "Content-Length: 99999999\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Connection: close\r\n",
  "Expect: 100-continue\r\n",
  "HTTP/1.0",
  "HTTP/9.9",
  "ffffffffffff",
  "x".repeat(20_000),
);
const place = fc.double({ min: 0, max: 1, noNaN: true });
const mutation = fc.record({
  kind: fc.constantFrom("insert", "replace", "remove", "repeat", "cut"),
  at: place,
  length: fc.integer({ min: 1, max: 12 }),
  bit: bits,
});

function mutate(
  text: string,
  { kind, at: share, length, bit }: { kind: string; at: number; length: number; bit: string },
) {
  const at = Math.floor(share * text.length);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (kind === "insert") return before + bit + after;
  if (kind === "replace") return before + bit + after.slice(length);
  if (kind === "remove") return before + after.slice(length);
  return kind === "repeat" ? before + after.slice(0, length) + after : before;
}

const attempt = fc.record({
  bytes: fc
    .tuple(
      fc.array(fc.constantFrom(...VALID), { minLength: 1, maxLength: 4 }),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
    )
    .map(([requests, mutations]) => mutations.reduce(mutate, requests.join(""))),
  cuts: fc.array(place, { maxLength: 4 }),
  leaves: fc.constantFrom("end", "end", "reset"),
});

/** The same text in pieces. */
function split(text: string, cuts: readonly number[]): string[] {
  const places = [...cuts.map((share) => Math.floor(share * text.length)), text.length].sort((a, b) => a - b);
  return places.map((end, i) => text.slice(places[i - 1] ?? 0, end));
}

test("whatever is sent, the server answers or refuses, lets go of it and goes on", async () => {
  await using site = serve(async (one) => {
    if (one.target.includes("read")) return new HttpResponse(await bodyOf(one));
    if (one.target.includes("file")) return new HttpResponse(Bun.file(import.meta.path));
    if (one.target.includes("stream")) return new HttpResponse(new Blob(["hello"]).stream());
    if (one.target.includes("fails")) throw new Error("no");
    return new HttpResponse("fine");
  });
  async function attack({ bytes, cuts, leaves }: (typeof attempts)[number]) {
    const client = await site.client();
    for (const piece of split(bytes, cuts)) {
      client.write(piece);
      await new Promise(setImmediate);
    }
    if (leaves === "reset") return client.reset();
    client.endSide();
    await client.ended();
    if (!/^(?:HTTP\/1\.1 (?:100|200|400|431|500|501|505) [^]*)?$/.test(client.text))
      throw new Error(`${JSON.stringify(bytes)} got ${client.text}`);
    client.reset();
  }
  const attempts = fc.sample(attempt, { numRuns: RUNS, seed: SEED });
  for (let at = 0; at < attempts.length; at += 30) await Promise.all(attempts.slice(at, at + 30).map(attack));
  await site.settled();
  expect(await site.isWell()).toBe(true);
});
