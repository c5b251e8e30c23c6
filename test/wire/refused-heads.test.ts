import { describe, expect, test } from "bun:test";

import * as fc from "fast-check";

import { findHead, HeadReader } from "../../src/wire/read-head.ts";
import { WireError } from "../../src/wire/wire-error.ts";

/** The status with which a head is refused; 200 if it isn't. */
function statusOf(text: string): number {
  try {
    new HeadReader().read(text);
    return 200;
  } catch (error) {
    if (error instanceof WireError) return error.status;
    throw error;
  }
}

const withHeaders = (...headers: string[]) => statusOf(["POST / HTTP/1.1", "Host: x", ...headers].join("\r\n"));

describe("the first line", () => {
  test.each([
    "",
    " ",
    "hello",
    "GET",
    "GET /",
    "GET / ",
    "GET  HTTP/1.1",
    "GET HTTP/1.1",
    " GET / HTTP/1.1",
    "GET /  HTTP/1.1",
    "GET  / HTTP/1.1",
    "GET / HTTP/1.1 ",
    "GET\t/\tHTTP/1.1",
    "GET / a HTTP/1.1",
    "GE(T / HTTP/1.1",
    "GÉT / HTTP/1.1",
    "GET a HTTP/1.1",
    "GET ?a HTTP/1.1",
    "GET * HTTP/1.1",
    "OPTIONS ** HTTP/1.1",
    "GET /a#b HTTP/1.1",
    "GET /# HTTP/1.1",
    "GET http://x#/ HTTP/1.1",
    "GET http://x/#a HTTP/1.1",
    "GET ftp://x/ HTTP/1.1",
    "CONNECT x:443 HTTP/1.1",
    "GET /\x00 HTTP/1.1",
    "GET /\x7f HTTP/1.1",
    "GET /\r HTTP/1.1",
    "GET /\nHost: HTTP/1.1",
    "GET / HTTP/1.1\nHost: x",
    "GET / HTTP/1.1\rHost: x",
    "GET / http/1.1",
    "GET / HTTP",
    "GET / HTTP/",
    "GET / HTTP/x",
    "GET / HTTPS/1.1",
    "GET / XHTTP/1.1",
  ])("%j is malformed", (line) => expect(statusOf(line)).toBe(400));

  test.each(["HTTP/0.9", "HTTP/1.2", "HTTP/1", "HTTP/1.", "HTTP/1.10", "HTTP/01.1", "HTTP/2", "HTTP/2.0", "HTTP/3"])(
    "the version %s is not spoken",
    (version) => expect(statusOf(`GET / ${version}`)).toBe(505),
  );
});

describe("a header", () => {
  test.each([
    "A",
    "A b",
    ": a",
    " A: b",
    "\tA: b",
    "A : b",
    "A\t: b",
    "A B: c",
    "A\x00: b",
    "Ä: b",
    "(A): b",
    '"A": b',
    "A@: b",
    "A: \x00",
    "A: b\x00",
    "A: b\x7f",
    "A: \x01",
    "A: b\x0bc",
    "A: b\x1b[0m",
    "A: b\rc",
    "A: b\r",
    "A: b\nC: d",
    "A: b\n",
    "A\n: b",
    "A: b\n\r",
    "\nA: b",
    "\rA: b",
  ])("%j is malformed", (line) => {
    expect(withHeaders(line)).toBe(400);
    expect(withHeaders(line, "Z: z")).toBe(400);
    expect(statusOf(`GET / HTTP/1.1\r\n${line}`)).toBe(400);
  });

  test("that goes on in the next line is malformed", () => {
    expect(withHeaders("A: b", " c")).toBe(400);
    expect(withHeaders("A: b", " c: d")).toBe(400);
    expect(withHeaders("A: b", "\tc: d")).toBe(400);
  });

  test("that was refused is refused again", () => {
    expect(withHeaders("B@d: a")).toBe(400);
    expect(withHeaders("B@d: a")).toBe(400);
  });
});

describe("the length of a body", () => {
  test.each([
    "",
    "+5",
    "-5",
    "-0",
    "5,5",
    "5, 5",
    "5,",
    "0x5",
    "5e1",
    "5.0",
    "5 5",
    "5;a",
    "٥",
    "five",
    "NaN",
    "Infinity",
    "1".repeat(20),
    "9".repeat(16),
  ])("%j is no length", (length) => expect(withHeaders(`Content-Length: ${length}`)).toBe(400));

  test("is refused if it comes twice", () => {
    expect(withHeaders("Content-Length: 5", "Content-Length: 5")).toBe(400);
    expect(withHeaders("Content-Length: 5", "content-length: 6")).toBe(400);
    expect(withHeaders("Content-Length:", "content-length: 6")).toBe(400);
  });

  test("is refused beside chunks, in any order", () => {
    expect(withHeaders("Content-Length: 5", "Transfer-Encoding: chunked")).toBe(400);
    expect(withHeaders("Transfer-Encoding: chunked", "Content-Length: 5")).toBe(400);
    expect(withHeaders("Transfer-Encoding: gzip", "Content-Length: 5")).toBe(400);
    expect(withHeaders("Transfer-Encoding:", "Content-Length: 0")).toBe(400);
  });

  test.each(["gzip, chunked", "chunked, gzip", "gzip", "identity", "xchunked", "chunked;a=b", '"chunked"', "chunked,"])(
    "the encoding %j is not known",
    (coding) => expect(withHeaders(`Transfer-Encoding: ${coding}`)).toBe(501),
  );

  test("chunks that come twice, or with HTTP/1.0, are refused", () => {
    expect(withHeaders("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")).toBe(501);
    expect(withHeaders("Transfer-Encoding: chunked", "Transfer-Encoding: identity")).toBe(501);
    expect(statusOf("POST / HTTP/1.0\r\nTransfer-Encoding: chunked")).toBe(400);
    expect(withHeaders("Transfer-Encoding: \x0bchunked")).toBe(400);
  });
});

describe("whatever is sent", () => {
  const bytes = fc.array(fc.integer({ min: 0, max: 255 })).map((codes) => String.fromCharCode(...codes));

  test("is read or refused", () => {
    const STATUSES = [200, 400, 501, 505];
    fc.assert(fc.property(bytes, (text) => STATUSES.includes(statusOf(text))));
    fc.assert(fc.property(bytes, (text) => STATUSES.includes(statusOf(`GET /${text} HTTP/1.1`))));
    fc.assert(fc.property(bytes, (text) => STATUSES.includes(withHeaders(`A: ${text}`, text))));
  });

  test("gives no control character to anybody", () => {
    // oxlint-disable-next-line no-control-regex -- these are what it looks for
    const control = /[\x00-\x08\x0a-\x1f\x7f]/;
    fc.assert(
      fc.property(bytes, bytes, (target, value) => {
        const text = `GET /${target} HTTP/1.1\r\nA: ${value}`;
        if (statusOf(text) !== 200) return;
        const head = new HeadReader().read(text);
        expect(head.target).toMatch(/^\/[\x21-\x7e]*$/);
        expect(head.headers.get("a") ?? "").not.toMatch(control);
      }),
    );
  });
});

test("a whole address with another host than Host says is refused", () => {
  const head = (host: string) => `GET http://a/b HTTP/1.1\r\nHost: ${host}`;
  expect(new HeadReader().read(head("a")).target).toBe("/b");
  expect(() => new HeadReader().read(head("b"))).toThrow(WireError);
});

test("a method that nobody has is refused if it is long", () => {
  expect(new HeadReader().read(`${"M".repeat(20)} / HTTP/1.1`).target).toBe("/");
  expect(() => new HeadReader().read(`${"M".repeat(21)} / HTTP/1.1`)).toThrow(WireError);
});

describe("what will never be a request", () => {
  const find = (text: string) => findHead(Buffer.from(text, "latin1"));

  test.each([
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "SSH-2.0-OpenSSH_10.0\r\n",
    "\n",
    "GET / HTTP/1.1\nHost: x\n\n",
    "GET / HTTP/1.1\r\nHost: x\n",
    "\r\n\r\n {",
    "M".repeat(21),
  ])("%j is refused before its end has come", (text) => expect(() => find(text)).toThrow(WireError));

  test("could be anything else as long as it could become one", () => {
    const head = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
    for (let length = 0; length < head.length; length++) expect(find(head.slice(0, length))).toBeUndefined();
    expect(find(`\r\n${head}`)).toEqual({ text: head.slice(0, -4), end: head.length + 2 });
    expect(find("\r")).toBeUndefined();
  });
});
