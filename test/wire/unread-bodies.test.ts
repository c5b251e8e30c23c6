import { expect, test } from "bun:test";

import type { HttpRequest } from "../../src/wire/http-request.ts";
import { HttpResponse } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import { bodyOf, get, post, request, serve } from "./serve.ts";

const LAST = "Connection: close";
const MB = 1024 * 1024;
const unread = ({ method, target }: HttpRequest) => new HttpResponse(`<${method} ${target}>`);
const answersIn = (text: string) => [...text.matchAll(/<(.*?)>/g)].map(([, answer]) => answer);
const longPost = (length: number) => request("POST /", [`Content-Length: ${length}`]);

test("a small body that nobody reads is thrown away, and the connection goes on", async () => {
  await using site = serve(unread);
  const text = await site.ask(post("/a", get("/smuggled")) + post("/b", "x".repeat(200_000)) + get("/c", LAST));
  expect(answersIn(text)).toEqual(["POST /a", "POST /b", "GET /c"]);
});

test("a small body that arrives after the answer is thrown away too", async () => {
  await using site = serve(unread);
  const client = await site.send(longPost(100_000));
  expect(await client.has("<POST />")).not.toContain("Connection:");
  await site.settled();
  for (let i = 0; i < 10; i++) {
    client.write("x".repeat(10_000));
    await new Promise(setImmediate);
  }
  client.write(get("/next", LAST));
  await client.ended();
  expect(answersIn(client.text)).toEqual(["POST /", "GET /next"]);
});

test("a whole body in chunks that nobody reads is thrown away, and the connection goes on", async () => {
  await using site = serve(unread);
  const chunked = `${request("POST /", ["Transfer-Encoding: chunked"])}5\r\nhello\r\n0\r\n\r\n`;
  expect(answersIn(await site.ask(chunked + get("/next", LAST)))).toEqual(["POST /", "GET /next"]);
});

test("a body in chunks whose end nobody knows ends the connection with the answer", async () => {
  await using site = serve(unread);
  const client = await site.send(`${request("POST /", ["Transfer-Encoding: chunked"])}5\r\nhello\r\n`);
  await client.ended();
  expect(client.text).toMatch(/\r\nConnection: close\r\n\r\n<POST \/>$/);
});

test.each([
  ["a short answer", "too large"],
  ["a long answer", "x".repeat(5 * MB)],
])("a client that sends a large body gets %s although it still sends", async (_, answer) => {
  await using site = serve(() => new HttpResponse(answer, { status: 413 }));
  const client = await site.send(longPost(1000 * MB));
  const piece = Buffer.alloc(MB);
  await until(() => {
    if (client.isFlushed) client.write(piece);
    return client.isEnded;
  });
  expect(client.text).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n\r\n/);
  expect(client.text.endsWith(`\r\n\r\n${answer}`)).toBe(true);
});

test("a large body that is refused late ends the connection with a whole answer", async () => {
  await using site = serve(async ({ body }) => {
    await body!.read();
    return new HttpResponse("enough", { status: 413 });
  });
  const client = await site.send(longPost(50 * MB));
  client.write(Buffer.alloc(20 * MB));
  await client.ended();
  expect(client.text).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n\r\nenough$/);
});

test("a body that is read in part is thrown away from there on", async () => {
  await using site = serve(async (one) => {
    await one.body?.read();
    return unread(one);
  });
  const client = await site.send(`${longPost(20)}0123`);
  await client.has("<POST />");
  client.write(`4567890123456789${get("/next", LAST)}`);
  await client.ended();
  expect(answersIn(client.text)).toEqual(["POST /", "GET /next"]);
});

test("a handler sees that the chunks of a body are malformed, and the connection ends", async () => {
  await using site = serve(async (one) => new HttpResponse(`<${await bodyOf(one)}>`));
  const client = await site.send(`${request("POST /", ["Transfer-Encoding: chunked"])}5\r\nhello\r\n`);
  await until(() => site.server.pending === 1);
  client.write(`x\r\n0\r\n\r\n${get("/smuggled")}`);
  await client.ended();
  expect(client.text).toMatch(/^HTTP\/1\.1 500 [^]*\r\nConnection: close\r\n\r\nfailed: The chunks [^]+$/);
  expect(client.text).not.toContain("smuggled");
});

test("malformed chunks are no end of a body, whatever follows them", async () => {
  const started = Promise.withResolvers<void>();
  await using site = serve(async (one) => {
    await started.promise;
    return new HttpResponse(`<${await bodyOf(one)}>`);
  });
  const client = await site.send(`${request("POST /", ["Transfer-Encoding: chunked"])}5\r\nhello\r\nzz\r\n`);
  await until(() => site.server.pending === 1);
  client.write("0\r\n\r\n");
  await until(() => client.isFlushed);
  started.resolve();
  await client.ended();
  expect(client.text).toMatch(/^HTTP\/1\.1 500 [^]*\r\nConnection: close\r\n/);
});
