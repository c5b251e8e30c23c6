import { expect, test } from "bun:test";

import { HttpResponse, type Content } from "../../src/wire/http-response.ts";
import { HeaderBlock } from "../../src/wire/response-headers.ts";
import { until } from "../until.ts";
import { bodyOf, get, post, request, serve } from "./serve.ts";

const LAST = "Connection: close";
const lengthIn = (text: string) => /\r\nContent-Length: (\d+)\r\n/.exec(text)?.[1];
const bodyIn = (text: string) => text.slice(text.indexOf("\r\n\r\n") + 4);

function streamOf(...pieces: (string | Uint8Array)[]) {
  return new ReadableStream<string | Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

test("an answer has a status, the date, its headers and its length", async () => {
  const block = new HeaderBlock({ "X-A": "1" });
  await using site = serve(() => {
    const response = new HttpResponse("caf\u00e9", { status: 418, headers: block });
    response.headers.append("Set-Cookie", "a=b");
    response.headers.append("Set-Cookie", "c=\xe9");
    return response;
  });
  const text = await site.ask(get("/", LAST));
  expect(text).toMatch(/^HTTP\/1\.1 418 I'm a Teapot\r\nX-A: 1\r\nSet-Cookie: a=b\r\nSet-Cookie: c=\xe9\r\n/);
  expect(text).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
  expect([lengthIn(text), bodyIn(text)]).toEqual(["5", "caf\xc3\xa9"]);
});

test("a status without a name is sent too", async () => {
  await using site = serve(() => new HttpResponse("", { status: 299 }));
  expect(await site.ask(get("/", LAST))).toMatch(/^HTTP\/1\.1 299 Unknown\r\n/);
});

test.each<[string, Content, string]>([
  ["text", "hello", "hello"],
  ["empty text", "", ""],
  ["nothing", null, ""],
  ["bytes", Uint8Array.of(1, 2, 255), "\x01\x02\xff"],
  ["no bytes", new Uint8Array(), ""],
  ["a part of a buffer", Buffer.from("hello").subarray(1, 3), "el"],
  ["a blob", new Blob(["hello"]), "hello"],
])("%s has its length", async (_, body, sent) => {
  await using site = serve(() => new HttpResponse(body));
  const text = await site.ask(get("/", LAST));
  expect([lengthIn(text), bodyIn(text)]).toEqual([String(sent.length), sent]);
  expect(text.match(/content-length/gi)).toHaveLength(1);
});

test("a stated length of text or bytes does not replace the true one", async () => {
  await using site = serve(() => new HttpResponse("hello", { headers: { "Content-Length": "3" } }));
  const text = await site.ask(get("/", LAST));
  expect([lengthIn(text), text.match(/content-length/gi)?.length, bodyIn(text)]).toEqual(["5", 1, "hello"]);
});

test.each<[string, () => Content, string | undefined]>([
  ["text", () => "hello", "5"],
  ["bytes", () => new Uint8Array(7), "7"],
  ["a blob", () => new Blob(["hello!"]), "6"],
  ["a stream", () => streamOf("hello"), undefined],
])("HEAD of %s has the length and no body", async (_, body, length) => {
  await using site = serve(() => new HttpResponse(body()));
  const text = await site.ask(request("HEAD /", []) + request("HEAD /", [LAST]));
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\nHTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\n$/);
  expect([lengthIn(text), bodyIn(bodyIn(text))]).toEqual([length, ""]);
});

test("HEAD has the length that a stream states", async () => {
  await using site = serve(() => new HttpResponse(streamOf("hello"), { headers: { "Content-Length": "5" } }));
  const text = await site.ask(request("HEAD /", [LAST]));
  expect([lengthIn(text), bodyIn(text)]).toEqual(["5", ""]);
});

test.each([204, 304])("%d has neither length nor body, whatever it was given", async (status) => {
  for (const body of [() => null, () => "hello", () => new Blob(["hello"]), () => streamOf("hello")]) {
    await using site = serve(() => new HttpResponse(body(), { status }));
    const text = await site.ask(get("/") + get("/", LAST));
    expect(text).not.toMatch(/content-length|transfer-encoding|hello/i);
    expect(text).toMatch(/^HTTP\/1\.1 [23]04 (?:[^\r]+\r\n)+\r\nHTTP\/1\.1 [23]04 (?:[^\r]+\r\n)+\r\n$/);
  }
});

test("a stream that is not sent is cancelled", async () => {
  let cancelled = 0;
  const endless = () => new ReadableStream<string>({ cancel: () => void cancelled++ });
  await using site = serve(({ method }) => new HttpResponse(endless(), { status: method === "HEAD" ? 200 : 204 }));
  await site.ask(get("/") + request("HEAD /", [LAST]));
  expect(cancelled).toBe(2);
});

test("a handler that throws or rejects gets an answer, and the connection goes on", async () => {
  await using site = serve(({ target }) => {
    if (target === "/throws") throw new Error("thrown");
    if (target === "/rejects") return Promise.reject(new Error("rejected"));
    if (target === "/later") return Bun.sleep(1).then(() => Promise.reject(new Error("late")));
    return new HttpResponse("fine");
  });
  const text = await site.ask(get("/throws") + get("/rejects") + get("/later") + get("/", LAST));
  const answers = [...text.matchAll(/HTTP\/1\.1 (\d+) [^]*?\r\n\r\n(failed: [a-z]+|fine)/g)];
  expect(answers.map(([, status, body]) => `${status} ${body}`)).toEqual([
    "500 failed: thrown",
    "500 failed: rejected",
    "500 failed: late",
    "200 fine",
  ]);
});

test("a handler sees the request as it was sent, and where it came from", async () => {
  await using site = serve(async (one) => {
    const { method, target, url, address, headers } = one;
    return new HttpResponse(
      JSON.stringify([method, target, url, address, headers.get("x-a"), String(await bodyOf(one))]),
    );
  });
  const text = await site.ask(post("/a%20b?c", "body", "X-A: 1", LAST));
  expect(JSON.parse(bodyIn(text))).toEqual(["POST", "/a%20b?c", "http://x/a%20b?c", "127.0.0.1", "1", "body"]);
  expect(bodyIn(await site.ask(get("/", LAST)))).toContain('"GET","/","http://x/"');
});

test("the address of a client is known even if it has gone", async () => {
  const seen: unknown[] = [];
  await using site = serve(async (one) => {
    await until(() => site.server.pending === 0);
    seen.push(one.address);
    return new HttpResponse("");
  });
  const client = await site.send(get("/"));
  await until(() => site.server.pending === 1);
  client.reset();
  await until(() => seen.length === 1);
  expect(seen).toEqual(["127.0.0.1"]);
});

test("a slow reader gets its own answers, whatever others are sent meanwhile", async () => {
  const ASKED = 200;
  const shared = Buffer.alloc(100_000);
  let answers = 0;
  await using site = serve(({ target }) => {
    answers++;
    return new HttpResponse(shared.fill(target[1]!));
  });
  const slow = await site.client();
  slow.pause();
  slow.write(get("/a").repeat(ASKED - 1) + get("/a", LAST));
  let before = -1;
  await until(() => {
    const isStill = answers > 0 && answers === before;
    before = answers;
    return isStill;
  });
  expect(site.server.pending).toBe(1);
  expect(await site.ask(get("/b", LAST))).toEndWith("b".repeat(100));
  slow.resume();
  await slow.ended();
  const bodies = slow.text.split(/HTTP\/1\.1 [^]*?\r\n\r\n/).slice(1);
  expect(bodies).toHaveLength(ASKED);
  for (const body of bodies) expect(body === "a".repeat(shared.length)).toBe(true);
});
