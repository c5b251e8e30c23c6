import { expect, test } from "bun:test";

import { HttpResponse } from "../../src/wire/http-response.ts";
import { bodyOf, get, post, request, serve } from "./serve.ts";

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
const LAST = "Connection: close";

test("requests sent at once are answered in order, though answers take different times", async () => {
  await using site = serve(async ({ target }) => {
    await Bun.sleep(target.length % 3);
    return new HttpResponse(`<${target}>`);
  });
  const targets = Array.from({ length: 50 }, (_, i) => `/${"x".repeat((i * 7) % 5)}${i}`);
  const all = targets.map((target) => get(target)).join("");
  const text = await site.ask(all + get("/last", LAST));
  expect([...text.matchAll(/<(.*?)>/g)].map(([, target]) => target)).toEqual([...targets, "/last"]);
});

test("answers that are ready at once keep their order too, whatever came with the requests", async () => {
  await using site = serve(async (one) => {
    if (one.target.startsWith("/now")) return new HttpResponse(`<${one.target}>`);
    return new HttpResponse(`<${one.target} ${await bodyOf(one)}>`);
  });
  const chunked = `${request("POST /chunks", ["Transfer-Encoding: chunked"])}3\r\nabc\r\n0\r\n\r\n`;
  const text = await site.ask(
    `${get("/now1")}${post("/b", "12345")}${chunked}${get("/now2")}\r\n${post("/c", "")}${get("/now3", LAST)}`,
  );
  const answers = [...text.matchAll(/<(.*?)>/g)].map(([, answer]) => answer);
  expect(answers).toEqual(["/now1", "/b 12345", "/chunks abc", "/now2", "/c ", "/now3"]);
});

test("thousands of requests sent at once are all answered", async () => {
  await using site = serve();
  const text = await site.ask(get("/").repeat(5000) + get("/", LAST));
  expect(statuses(text)).toHaveLength(5001);
});

test("a request may arrive byte by byte", async () => {
  await using site = serve(async (one) => new HttpResponse(`${one.method} ${await bodyOf(one)}`));
  const client = await site.client();
  const chunked = `${request("POST /", ["Transfer-Encoding: chunked"])}3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nA: b\r\n\r\n`;
  for (const byte of `\r\n${post("/", "hello")}${chunked}${get("/", LAST)}`) {
    client.write(byte);
    await new Promise(setImmediate);
  }
  await client.ended();
  expect(client.text).toMatch(/^HTTP[^]*\r\n\r\nPOST helloHTTP[^]*\r\n\r\nPOST abcdeHTTP[^]*\r\n\r\nGET $/);
});

test("a connection stays open until it is asked to end, and what comes after that is not answered", async () => {
  await using site = serve();
  const client = await site.send(get("/a"));
  expect(await client.has(/\/a$/)).not.toContain("Connection:");
  client.write(get("/b", LAST) + get("/c"));
  await client.ended();
  expect(statuses(client.text)).toEqual([200, 200]);
  expect(client.text).toMatch(/\r\nConnection: close\r\n\r\n\/b$/);
});

test("an answer may end the connection", async () => {
  await using site = serve(() => {
    const response = new HttpResponse("bye");
    response.closes = true;
    return response;
  });
  expect(await site.ask(get("/") + get("/"))).toMatch(/^HTTP[^]*\r\nConnection: close\r\n\r\nbye$/);
});

test("HTTP/1.0 ends the connection, unless it is asked to keep it", async () => {
  await using site = serve();
  const old = (target: string, ...headers: string[]) => request(`GET ${target}`, headers, "1.0");
  expect(await site.ask(old("/a") + old("/b"))).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n\r\n\/a$/);
  const text = await site.ask(old("/a", "Connection: Keep-Alive") + old("/b"));
  expect(text).toMatch(/\r\nConnection: keep-alive\r\n\r\n\/aHTTP[^]*\r\nConnection: close\r\n\r\n\/b$/);
});

test("what is no request gets its status, and nothing after it", async () => {
  await using site = serve();
  const refusals: [status: number, bytes: string][] = [
    [400, "hello\r\n\r\n"],
    [400, request("POST /", ["Content-Length: 5", "Transfer-Encoding: chunked"])],
    [400, request("GET /", ["A : b"])],
    [501, request("POST /", ["Transfer-Encoding: gzip, chunked"])],
    [505, "GET / HTTP/2.0\r\n\r\n"],
  ];
  for (const [status, bytes] of refusals) {
    expect(statuses(await site.ask(bytes + get("/smuggled"))), bytes).toEqual([status]);
    const text = await site.ask(get("/before") + bytes + get("/smuggled"));
    expect(text).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n\/beforeHTTP[^]*\r\nConnection: close\r\n\r\n[^]+$/);
    expect(statuses(text), bytes).toEqual([200, status]);
  }
});

test("a head may have 16 KB, and gets 431 beyond", async () => {
  await using site = serve();
  const withHead = (length: number) => {
    const empty = get("/", LAST, "X: ").length - 4;
    return get("/", LAST, `X: ${"x".repeat(length - empty)}`);
  };
  expect(statuses(await site.ask(withHead(16 * 1024)))).toEqual([200]);
  expect(statuses(await site.ask(withHead(16 * 1024 + 1)))).toEqual([431]);
  expect(statuses(await site.ask(withHead(100 * 1024) + get("/")))).toEqual([431]);
  expect(statuses(await site.ask(`GET /${"x".repeat(20_000)}`))).toEqual([431]);
  expect(statuses(await site.ask(get("/").repeat(1000) + withHead(20_000)))).toEqual([
    ...Array.from({ length: 1000 }, () => 200),
    431,
  ]);
});

test("line breaks before a request are skipped, and others are not", async () => {
  await using site = serve();
  expect(statuses(await site.ask(`\r\n\r\n${get("/")}\r\n${get("/", LAST)}`))).toEqual([200, 200]);
  expect(statuses(await site.ask(`\n${get("/", LAST)}`))).toEqual([400]);
  expect(statuses(await site.ask(`\r${get("/", LAST)}`))).toEqual([400]);
});

test("many connections at once do not mix their answers", async () => {
  await using site = serve(async (one) => {
    await Bun.sleep(1);
    return new HttpResponse(`<${one.target} ${await bodyOf(one)}>`);
  });
  const asked = Array.from({ length: 100 }, (_, i) => site.ask(post(`/${i}`, `body ${i}`, LAST)));
  for (const [i, text] of (await Promise.all(asked)).entries()) expect(text).toEndWith(`\r\n\r\n</${i} body ${i}>`);
});
