import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { HttpResponse, type Content } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import { get, request, serve } from "./serve.ts";

const LAST = "Connection: close";
const SIZE = 12_345_678;
const content = Buffer.alloc(SIZE);
for (let at = 0; at + 4 <= SIZE; at += 4) content.writeUInt32LE(at, at);

let folder: string;
let large: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wire-"));
  large = join(folder, "large");
  await writeFile(large, content);
});
afterAll(() => rm(folder, { recursive: true }));

async function askBytes(body: () => Content, line = "GET /"): Promise<{ head: string; body: Buffer }> {
  await using site = serve(() => new HttpResponse(body()));
  const client = await site.send(request(line, [LAST]));
  await client.ended();
  const end = client.bytes.indexOf("\r\n\r\n") + 4;
  return { head: client.bytes.toString("latin1", 0, end), body: client.bytes.subarray(end) };
}

test("a file is sent whole, with its length", async () => {
  const { head, body } = await askBytes(() => Bun.file(large));
  expect(head).toContain(`\r\nContent-Length: ${SIZE}\r\n`);
  expect(body.equals(content)).toBe(true);
});

test("a part of a file is sent alone", async () => {
  for (const [start, end] of [
    [0, 10],
    [65_536, 65_537],
    [100_001, 5_000_001],
    [SIZE - 3, SIZE],
    [7, 7],
  ] as const) {
    const { head, body } = await askBytes(() => Bun.file(large).slice(start, end));
    expect(head).toContain(`\r\nContent-Length: ${end - start}\r\n`);
    expect(body.equals(content.subarray(start, end))).toBe(true);
  }
});

test("an empty file has a length of 0", async () => {
  const empty = join(folder, "empty");
  await writeFile(empty, "");
  const { head, body } = await askBytes(() => Bun.file(empty));
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nContent-Length: 0\r\n/);
  expect(body).toHaveLength(0);
});

test("HEAD of a file has its length and no body", async () => {
  const { head, body } = await askBytes(() => Bun.file(large), "HEAD /");
  expect(head).toContain(`\r\nContent-Length: ${SIZE}\r\n`);
  expect(body).toHaveLength(0);
});

test("a file that is missing gets the answer for failures, whole or in part", async () => {
  const missing = join(folder, "missing");
  const sliced = await askBytes(() => Bun.file(missing).slice(0, 10));
  expect(sliced.head).toMatch(/^HTTP\/1\.1 500 /);
  expect(String(sliced.body)).toMatch(/^failed: ENOENT/);
  const whole = await askBytes(() => Bun.file(missing));
  expect(whole.head).toMatch(/^HTTP\/1\.1 500 /);
});

test("the connection goes on after a file, and after one that is missing", async () => {
  await using site = serve(({ target }) => {
    if (target === "/missing") return new HttpResponse(Bun.file(join(folder, "missing")).slice(0, 10));
    return new HttpResponse(Bun.file(large).slice(0, 3));
  });
  const text = await site.ask(get("/") + get("/missing") + get("/", LAST));
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["200", "500", "200"]);
});

test("a file that is shorter than it was ends the connection instead of an answer that is not whole", async () => {
  const shrinking = join(folder, "shrinking");
  await writeFile(shrinking, content);
  const file = Bun.file(shrinking).slice(0, SIZE);
  await using site = serve(() => new HttpResponse(file));
  const client = await site.client();
  client.pause();
  client.write(get("/") + get("/"));
  await until(() => site.server.pending > 0);
  await writeFile(shrinking, "short");
  client.resume();
  await client.ended();
  expect(client.received).toBeLessThan(SIZE);
  await site.settled();
});

test.each<[string, () => Content]>([
  ["a file", () => Bun.file(large)],
  ["bytes", () => content],
  ["a blob", () => new Blob([content])],
])("a slow reader gets every byte of %s, and then the next answer", async (_, body) => {
  await using site = serve(({ target }) => new HttpResponse(target === "/large" ? body() : "next"));
  const client = await site.client();
  client.pause();
  client.write(get("/large") + get("/next", LAST));
  await until(() => site.server.pending === 1);
  while (!client.isEnded) {
    client.resume();
    await Bun.sleep(1);
    client.pause();
    await new Promise(setImmediate);
    if (client.received > SIZE / 2) break;
  }
  client.resume();
  await client.ended();
  const start = client.bytes.indexOf("\r\n\r\n") + 4;
  expect(client.bytes.subarray(start, start + SIZE).equals(content)).toBe(true);
  expect(client.bytes.toString("latin1", start + SIZE)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nnext$/);
});
