import { expect, test } from "bun:test";

import type { HttpRequest } from "../../src/wire/http-request.ts";
import { HttpResponse } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import type { Client } from "./client.ts";
import { bodyOf, get, post, request, serve, type Site } from "./serve.ts";

const impatient = (answer?: (one: HttpRequest) => Promise<HttpResponse>) => serve(answer, 1);
const echo = async (one: HttpRequest) => new HttpResponse(`<${await bodyOf(one)}>`);
const halfBody = `${request("POST /", ["Content-Length: 10"])}hello`;

/** Waits until two silent clients have been sent away, one after the other. */
async function silence(site: Site) {
  for (let i = 0; i < 2; i++) await (await site.client()).ended();
}

/** Sends this again and again until the connection ends. */
async function dripUntilEnded(client: Client, bytes: string) {
  await until(() => {
    client.write(bytes);
    return client.isEnded;
  });
}

test("a connection without a request is ended, and so is one after its answer", async () => {
  await using site = impatient();
  const [fresh, used] = [await site.client(), await site.send(get("/a"))];
  await Promise.all([fresh.ended(), used.ended()]);
  expect(fresh.text).toBe("");
  expect(used.text).toEndWith("\r\n\r\n/a");
});

test("a half-sent head gets 408, however it trickles in", async () => {
  await using site = impatient();
  const [still, second, dripping] = [
    await site.send("GET / HTTP/1.1\r\nHost: x"),
    await site.send(`${get("/a")}GET /b HT`),
    await site.send("GET /"),
  ];
  await Promise.all([still.ended(), second.ended(), dripUntilEnded(dripping, "x")]);
  expect(still.text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*\r\nConnection: close\r\n/);
  expect(second.text).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n\/aHTTP\/1\.1 408 /);
  expect(dripping.text).toMatch(/^HTTP\/1\.1 408 /);
});

test("line breaks that trickle in are no request", async () => {
  await using site = impatient();
  const client = await site.client();
  await dripUntilEnded(client, "\r\n");
  expect(client.text).not.toContain("200");
});

test("reading a body fails once it stays silent, and the connection ends with the answer", async () => {
  await using site = impatient(echo);
  const heads = [request("POST /", ["Content-Length: 10"]), request("POST /", ["Transfer-Encoding: chunked"])];
  const waiting = request("POST /", ["Content-Length: 10", "Expect: 100-continue"]);
  const clients = await Promise.all(
    [halfBody, `${heads[1]}5\r\nhe`, heads[0]!, waiting].map((sent) => site.send(sent)),
  );
  for (const client of clients) {
    await client.ended();
    expect(client.text).toMatch(/HTTP\/1\.1 500 [^]*\r\nConnection: close\r\n\r\nfailed: The client sent nothing/);
  }
});

test("a body that nobody reads may not stay silent either", async () => {
  await using site = impatient(async () => new HttpResponse("done"));
  const client = await site.send(halfBody);
  await client.has("done");
  await client.ended();
});

test("a body may take as long as it likes if its pieces keep coming", async () => {
  await using site = impatient(echo);
  const client = await site.send(request("POST /", ["Transfer-Encoding: chunked"]));
  let isOver = false;
  const rest = silence(site).finally(() => (isOver = true));
  await until(() => {
    client.write("1\r\na\r\n");
    return isOver;
  });
  await rest;
  client.write("0\r\n\r\n");
  expect(await client.has(/<a+>$/)).toStartWith("HTTP/1.1 200 ");
});

test.each(["bytes", "a file", "a stream"])("a reader of %s who takes nothing is sent away", async (what) => {
  const large = Buffer.alloc(20_000_000);
  await using site = impatient(async () => {
    if (what === "bytes") return new HttpResponse(large);
    return new HttpResponse(what === "a file" ? new Blob([large]) : new Blob([large]).stream());
  });
  for (const sent of [get("/"), halfBody]) {
    const client = await site.client();
    client.pause();
    client.write(sent);
    await until(() => site.server.pending === 1);
    await site.settled();
  }
});

test("a slow reader who goes on reading is not sent away", async () => {
  const SIZE = 20_000_000;
  await using site = serve(async () => new HttpResponse(Buffer.alloc(SIZE)), 2);
  const client = await site.client();
  client.pause();
  client.write(get("/", "Connection: close"));
  await until(() => site.server.pending === 1);
  // The system tells the server that there is room only once a good part of its buffer is free.
  for (let i = 0; i < 8; i++) {
    await client.readSome();
    await Bun.sleep(1200);
  }
  expect(site.server.pending).toBe(1);
  client.resume();
  await client.ended();
  expect(client.received).toBeGreaterThan(SIZE);
});

test("a handler may be more patient than the server", async () => {
  const large = Buffer.alloc(20_000_000, "x");
  await using site = impatient(async (one) => {
    one.waitFor(60);
    return one.target === "/large" ? new HttpResponse(large) : echo(one);
  });
  const [sender, reader] = [await site.send(halfBody), await site.client()];
  reader.pause();
  reader.write(get("/large", "Connection: close"));
  await until(() => site.server.pending === 2);
  await silence(site);
  sender.write("there");
  await sender.has("<hellothere>");
  reader.resume();
  await until(() => reader.received > large.length || reader.isEnded);
  expect(reader.received).toBeGreaterThan(large.length);
  // It counts for that request only.
  await sender.ended();
});

test("a handler may be less patient than the server", async () => {
  await using site = serve(async (one) => {
    one.waitFor(1);
    return echo(one);
  });
  const client = await site.send(halfBody);
  await client.ended();
  expect(client.text).toMatch(/^HTTP\/1\.1 500 /);
});

test("nobody is sent away while the server takes its time", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = impatient(async (one) => {
    await gate.promise;
    return echo(one);
  });
  const clients = await Promise.all([get("/"), post("/", "hello")].map((sent) => site.send(sent)));
  await until(() => site.server.pending === 2);
  await silence(site);
  gate.resolve();
  for (const client of clients) expect(await client.has(/<(?:hello)?>$/)).toStartWith("HTTP/1.1 200 ");
});

test("a client is not to blame for a body that the server does not take", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = impatient(async (one) => {
    await gate.promise;
    return new HttpResponse(`<${(await bodyOf(one)).length}>`);
  });
  const SIZE = 40_000_000;
  const client = await site.send(request("POST /", [`Content-Length: ${SIZE}`]));
  client.write(Buffer.alloc(SIZE));
  await until(() => site.server.pending === 1);
  await silence(site);
  expect(client.isFlushed).toBe(false);
  gate.resolve();
  expect(await client.has(/\r\n\r\n./)).toMatch(/^HTTP\/1\.1 200 [^]*<40000000>$/);
});

test("a stream may be silent for as long as it likes", async () => {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  await using site = impatient(async () => new HttpResponse(readable));
  const client = await site.send(get("/"));
  await writer.write("one");
  await client.has("one");
  await silence(site);
  await writer.write("two");
  await client.has("two");
  await writer.close();
  await site.settled();
});
