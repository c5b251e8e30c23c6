import { expect, test } from "bun:test";

import * as fc from "fast-check";

import { HeadReader } from "../../src/wire/read-head.ts";

const read = (line: string, ...headers: string[]) => new HeadReader().read([line, ...headers].join("\r\n"));
const targetOf = (target: string) => read(`GET ${target} HTTP/1.1`, "Host: x").target;

test("a request has a method, a target and headers", () => {
  const { method, target, headers, length, isOld, keepsOpen, waitsForContinue } = read(
    "PATCH /v1/meme/1?a=b HTTP/1.1",
    "Host: guffaw.example",
    "X-One: 1",
  );
  expect([method, target]).toEqual(["PATCH", "/v1/meme/1?a=b"]);
  expect([headers.get("host"), headers.get("x-one"), headers.get("x-two")]).toEqual(["guffaw.example", "1", null]);
  expect({ length, isOld, keepsOpen, waitsForContinue }).toEqual({
    length: 0,
    isOld: false,
    keepsOpen: true,
    waitsForContinue: false,
  });
});

test("a request may have no headers", () => {
  expect(read("GET / HTTP/1.1").target).toBe("/");
  expect(read("GET / HTTP/1.1").headers.has("host")).toBe(false);
});

test("a target keeps its query and its escapes", () => {
  for (const target of ["/", "/?", "/a?b=c&d=%20?", "//a/../b", "/%00%zz", "/a;b,c!$'()*+=:@", "/[|]^`{}\\"])
    expect(targetOf(target)).toBe(target);
});

test("the host of an absolute target is that of the header, or stands for it", () => {
  const { target, headers } = read("GET http://guffaw.example:8080/a?b HTTP/1.1");
  expect([target, headers.get("host")]).toEqual(["/a?b", "guffaw.example:8080"]);
  expect(targetOf("HTTPS://x")).toBe("/");
  expect(targetOf("https://x?a=/b")).toBe("/?a=/b");
});

test("OPTIONS may ask about everything", () => {
  expect(read("OPTIONS * HTTP/1.1", "Host: x")).toMatchObject({ method: "OPTIONS", target: "/" });
});

test("a request of HTTP/1.0 needs no host", () => {
  expect(read("GET /healthz HTTP/1.0").headers.get("host")).toBe("localhost");
  expect(read("GET /healthz HTTP/1.0", "Host: x").headers.get("host")).toBe("x");
  expect(read("GET http://x/healthz HTTP/1.0").headers.get("host")).toBe("x");
});

test("bytes that are not ASCII become escapes", () => {
  const bytes = Buffer.from("/ä/😀?q=é").toString("latin1");
  expect(targetOf(bytes)).toBe("/%C3%A4/%F0%9F%98%80?q=%C3%A9");
  expect(targetOf("/\x80\xff")).toBe("/%80%FF");
});

test("names match in any case, and space around values is not part of them", () => {
  const { headers } = read("GET / HTTP/1.1", "HOST:x", "X-A: \t a b\t \t", "x-Empty:", "X-Blank:  ");
  expect(headers.get("host")).toBe("x");
  expect(headers.get("x-a")).toBe("a b");
  expect([headers.get("x-empty"), headers.get("x-blank"), headers.has("x-empty")]).toEqual(["", "", true]);
});

test("values may have colons, tabs and bytes that are not ASCII", () => {
  const { headers } = read("GET / HTTP/1.1", "X-A: a:b\tc: d", "X-B: caf\xe9");
  expect([headers.get("x-a"), headers.get("x-b")]).toEqual(["a:b\tc: d", "caf\xe9"]);
});

test("headers that come twice are joined, and cookies in their own way", () => {
  const { headers } = read("GET / HTTP/1.1", "A: 1", "Cookie: a=b", "a: 2", "cookie: c=d", "A: 3");
  expect([headers.get("a"), headers.get("cookie")]).toEqual(["1, 2, 3", "a=b; c=d"]);
});

test("names of headers are nothing but names", () => {
  const { headers } = read("GET / HTTP/1.1", "__proto__: a", "constructor: b", "toString: c");
  expect([headers.get("__proto__"), headers.get("constructor")]).toEqual(["a", "b"]);
  expect(headers.get("tostring")).toBe("c");
  expect(headers.has("hasownproperty")).toBe(false);
});

test("a body has a length or comes in chunks", () => {
  const lengthOf = (...headers: string[]) => read("POST / HTTP/1.1", ...headers).length;
  expect(lengthOf("Content-Length: 0")).toBe(0);
  expect(lengthOf("content-length: \t0012 ")).toBe(12);
  expect(lengthOf("Content-Length: 999999999999999")).toBe(999_999_999_999_999);
  expect(lengthOf("Transfer-Encoding: chunked")).toBe("chunked");
  expect(lengthOf("transfer-encoding:\tChunked ")).toBe("chunked");
});

test("HTTP/1.1 keeps the connection, and HTTP/1.0 if it is asked to", () => {
  const keeps = (version: string, ...headers: string[]) => read(`GET / HTTP/${version}`, ...headers).keepsOpen;
  expect(keeps("1.1")).toBe(true);
  expect(keeps("1.1", "Connection: keep-alive")).toBe(true);
  expect(keeps("1.1", "Connection: close")).toBe(false);
  expect(keeps("1.1", "Connection: keep-alive", "connection: Close")).toBe(false);
  expect(keeps("1.0")).toBe(false);
  expect(keeps("1.0", "Connection: Keep-Alive")).toBe(true);
  expect(keeps("1.0", "Connection: close")).toBe(false);
});

test("only HTTP/1.1 waits until its body is wanted", () => {
  const waits = (version: string, value: string) =>
    read(`POST / HTTP/${version}`, "Content-Length: 1", `Expect: ${value}`).waitsForContinue;
  expect(waits("1.1", "100-Continue")).toBe(true);
  expect(waits("1.1", "something else")).toBe(false);
  expect(waits("1.0", "100-continue")).toBe(false);
});

test("what one connection sends is read as if each request came alone", () => {
  const target = fc.constantFrom("/", "/a?b", "/ä", "http://x/a", "http://y", "/a#b", "*");
  const version = fc.constantFrom("HTTP/1.1", "HTTP/1.0");
  const header = fc.constantFrom("Host: x", "Host: y", "A: 1", "A: 2", "Connection: close", "Content-Length: 5", "A");
  const head = fc
    .tuple(fc.constantFrom("GET", "POST", "OPTIONS"), target, version, fc.array(header, { maxLength: 3 }))
    .map(([method, to, spoken, headers]) => [`${method} ${to} ${spoken}`, ...headers].join("\r\n"));
  const outcome = (reader: HeadReader, text: string) => {
    try {
      const { headers, ...rest } = reader.read(Buffer.from(text).toString("latin1"));
      return { ...rest, host: headers.get("host"), a: headers.get("a") };
    } catch (error) {
      return String(error);
    }
  };
  fc.assert(
    fc.property(fc.array(head, { maxLength: 12 }), (texts) => {
      const reader = new HeadReader();
      for (const text of texts.flatMap((one) => [one, one]))
        expect(outcome(reader, text)).toEqual(outcome(new HeadReader(), text));
    }),
    { numRuns: 500 },
  );
});
