import { expect, test } from "bun:test";

import { HttpResponse } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import { bodyOf, get, request, serve } from "./serve.ts";

const MB = 1024 * 1024;
/** What the system keeps for both ends, and then some. */
const ROOM = 32 * MB;
const piece = Buffer.alloc(MB, "x");

test("a body that the handler does not read is not taken, and none of it is lost", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = serve(async (one) => {
    await gate.promise;
    const body = await bodyOf(one);
    return new HttpResponse(`<${body.length} ${body.every((byte) => byte === 120)}>`);
  });
  const client = await site.send(request("POST /", [`Content-Length: ${100 * MB}`, "Connection: close"]));
  await until(() => site.server.pending === 1);
  expect(await client.flood(piece, ROOM)).toBeLessThan(ROOM);
  expect(site.server.pending).toBe(1);
  gate.resolve();
  // A piece was waiting already.
  const asked = Math.ceil(client.sent / MB);
  for (let i = asked; i < 101; i++) {
    await until(() => client.isFlushed || client.isEnded);
    client.write(piece);
  }
  await client.ended();
  expect(client.text).toEndWith(`<${100 * MB} true>`);
});

test("a handler that reads slowly does not make the server take more than it reads", async () => {
  const gates: (() => void)[] = [];
  await using site = serve(async ({ body }) => {
    for (let next = await body!.read(); next; next = await body!.read())
      await new Promise<void>((resolve) => gates.push(resolve));
    return new HttpResponse("done");
  });
  const client = await site.send(request("POST /", [`Content-Length: ${200 * MB}`]));
  for (let i = 0; i < 5; i++) {
    expect(await client.flood(piece, ROOM)).toBeLessThan(ROOM);
    await until(() => gates.length === 1);
    gates.pop()!();
  }
  client.reset();
  await site.settled();
});

test("requests that wait behind another one are not all taken", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = serve(async () => {
    await gate.promise;
    return new HttpResponse("");
  });
  const client = await site.client();
  expect(await client.flood(Buffer.from(get("/").repeat(20_000)), ROOM)).toBeLessThan(ROOM);
  client.reset();
  gate.resolve();
});

test("a few answers do not make the server take countless requests", async () => {
  const gates: (() => void)[] = [];
  let isOver = false;
  await using site = serve(async () => {
    if (!isOver) await new Promise<void>((resolve) => gates.push(resolve));
    return new HttpResponse("");
  });
  const client = await site.client();
  const requests = Buffer.from(get("/").repeat(20_000));
  let answered = 0;
  for (; answered < 400 && client.sent < ROOM; answered++) {
    if (client.isFlushed) client.write(requests);
    while (gates.length === 0) await new Promise(setImmediate);
    gates.pop()!();
  }
  isOver = true;
  gates.pop()?.();
  expect(client.sent).toBeLessThan(ROOM);
  expect(answered).toBe(400);
});

test("reading a body in small pieces does not make the server take countless requests", async () => {
  const PIECES = 300;
  const gates: (() => void)[] = [];
  await using site = serve(async ({ body }) => {
    for (let next = await body?.read(); next; next = await body?.read())
      await new Promise<void>((resolve) => gates.push(resolve));
    return new HttpResponse("");
  });
  const client = await site.send(request("POST /", [`Content-Length: ${PIECES}`]));
  for (let i = 0; i < PIECES; i++) {
    client.write("x");
    await new Promise(setImmediate);
  }
  const requests = Buffer.from(get("/").repeat(20_000));
  const taken = await client.flood(requests, ROOM);
  for (let read = 0; read < 200 && gates.length > 0; read++) {
    gates.pop()!();
    await new Promise(setImmediate);
    if (client.isFlushed) client.write(requests);
  }
  expect(client.sent).toBeLessThan(taken + ROOM / 2);
  client.reset();
  for (let gate = gates.pop(); gate; gate = gates.pop()) {
    gate();
    await new Promise(setImmediate);
  }
  await site.settled();
});

test("a body of chunks with much around them does not take more room than its content", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = serve(async () => {
    await gate.promise;
    return new HttpResponse("");
  });
  const client = await site.send(request("POST /", ["Transfer-Encoding: chunked"]));
  Bun.gc(true);
  const before = process.memoryUsage().arrayBuffers;
  expect(await client.flood(Buffer.from("000000000001\r\nx\r\n".repeat(50_000)), ROOM)).toBeLessThan(ROOM);
  Bun.gc(true);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * MB);
  client.reset();
  gate.resolve();
});

test("requests of a client that is gone are not answered", async () => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  await using site = serve(async () => {
    asked++;
    await gate.promise;
    return new HttpResponse("");
  });
  const client = await site.send(get("/").repeat(10_000));
  await until(() => client.isFlushed && site.server.pending === 1);
  client.reset();
  gate.resolve();
  await site.settled();
  expect(asked).toBeLessThan(5000);
});

test("line breaks without a request do not pile up", async () => {
  await using site = serve();
  const client = await site.client();
  await client.flood(Buffer.from("\r\n".repeat(MB / 2)), ROOM);
  expect(client.isEnded).toBe(true);
});

test("answers that nobody reads are not made", async () => {
  let made = 0;
  await using site = serve(async () => {
    made++;
    return new HttpResponse(piece);
  });
  const client = await site.client();
  client.pause();
  client.write(get("/").repeat(200));
  let before = -1;
  await until(() => {
    const isStill = made > 0 && made === before;
    before = made;
    return isStill;
  });
  expect(made).toBeLessThan(ROOM / MB);
  client.resume();
  await until(() => made === 200);
  await site.settled();
  expect(client.isEnded).toBe(false);
});

test("a body of countless tiny chunks arrives whole, even if nobody reads it at first", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = serve(async (one) => {
    await gate.promise;
    return new HttpResponse(`<${(await bodyOf(one)).length}>`);
  });
  const client = await site.send(request("POST /", ["Transfer-Encoding: chunked"]));
  await until(() => site.server.pending === 1);
  client.write(`${"1\r\na\r\n".repeat(500_000)}0\r\n\r\n`);
  await until(() => client.sent > MB);
  gate.resolve();
  await client.has("<500000>");
});

test("answers that are ready at once do not make the server take countless requests either", async () => {
  await using site = serve(() => new HttpResponse(""));
  const client = await site.client();
  const requests = Buffer.from(get("/").repeat(50_000));
  for (let turn = 0; turn < 2000 && client.sent < ROOM; turn++) {
    if (client.isFlushed) client.write(requests);
    await new Promise(setImmediate);
  }
  expect(client.sent).toBeLessThan(ROOM);
});

test("a body of countless tiny chunks does not become as many pieces", async () => {
  const gate = Promise.withResolvers<void>();
  let pieces = 0;
  await using site = serve(async ({ body }) => {
    await gate.promise;
    while (await body!.read()) pieces++;
    return new HttpResponse(String(pieces));
  });
  const client = await site.send(request("POST /", ["Transfer-Encoding: chunked"]) + "1\r\na\r\n".repeat(10_000));
  await until(() => client.isFlushed);
  gate.resolve();
  client.write("0\r\n\r\n");
  await client.has(/\r\n\r\n\d/);
  expect(pieces).toBeLessThan(100);
});
