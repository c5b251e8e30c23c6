import { expect, test } from "bun:test";

import { HeaderBlock, ResponseHeaders } from "../../src/wire/response-headers.ts";

test("headers keep their order and their case, and match in any", () => {
  const headers = new ResponseHeaders({ "X-B": "1", "x-a": "2" });
  expect([headers.get("x-b"), headers.get("X-A"), headers.get("X-C")]).toEqual(["1", "2", null]);
  expect([headers.has("X-b"), headers.has("x-c")]).toEqual([true, false]);
  expect(headers.text).toBe("X-B: 1\r\nx-a: 2\r\n");
  expect([...headers]).toEqual([
    ["X-B", "1"],
    ["x-a", "2"],
  ]);
});

test("setting replaces, appending adds, deleting removes all", () => {
  const headers = new ResponseHeaders({ A: "1" });
  headers.append("a", "2");
  headers.append("B", "");
  expect([headers.get("A"), headers.get("b"), headers.has("b")]).toEqual(["1, 2", "", true]);
  expect(headers.text).toBe("A: 1\r\na: 2\r\nB: \r\n");
  headers.set("A", "3");
  expect(headers.text).toBe("B: \r\nA: 3\r\n");
  headers.append("a", "4");
  headers.delete("a");
  headers.delete("never there");
  expect([headers.get("A"), headers.text]).toEqual([null, "B: \r\n"]);
});

test("cookies are lines of their own", () => {
  const headers = new ResponseHeaders();
  headers.append("Set-Cookie", "a=1");
  headers.append("Set-Cookie", "b=2");
  expect(headers.text).toBe("Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n");
});

test("a shared block is part of every answer, and no answer changes it", () => {
  const block = new HeaderBlock({ "X-A": "1", "X-B": "2" });
  const [one, other] = [new ResponseHeaders(block), new ResponseHeaders(block)];
  one.append("X-C", "3");
  expect(one.text).toBe("X-A: 1\r\nX-B: 2\r\nX-C: 3\r\n");
  one.set("x-a", "4");
  expect(one.text).toBe("X-B: 2\r\nX-C: 3\r\nx-a: 4\r\n");
  one.delete("X-B");
  expect([...one]).toEqual([
    ["X-C", "3"],
    ["x-a", "4"],
  ]);
  expect([other.get("x-A"), other.text, block.text]).toEqual(["1", block.text, "X-A: 1\r\nX-B: 2\r\n"]);
});

test("a value that is added to a shared one comes after it", () => {
  const headers = new ResponseHeaders(new HeaderBlock({ Vary: "Accept" }));
  headers.append("vary", "Cookie");
  expect([headers.get("VARY"), headers.text]).toEqual(["Accept, Cookie", "Vary: Accept\r\nvary: Cookie\r\n"]);
  headers.delete("Vary");
  expect([headers.get("Vary"), headers.text]).toEqual([null, ""]);
});

test("the length of the body is kept apart", () => {
  const headers = new ResponseHeaders({ "Content-Length": "5", A: "1" });
  expect([headers.length, headers.get("content-length"), headers.text]).toEqual([5, "5", "A: 1\r\n"]);
  headers.set("CONTENT-LENGTH", "6");
  expect([headers.length, headers.has("Content-Length")]).toEqual([6, true]);
  headers.delete("Content-length");
  expect([headers.length, headers.has("Content-Length")]).toEqual([undefined, false]);
});

test.each(["x\r\ny", "x\ny", "x\ry", "\0", "\x7f", "€", "\u010d\u010a"])("the value %j is never sent", (value) => {
  const headers = new ResponseHeaders();
  expect(() => new ResponseHeaders({ a: value })).toThrow(TypeError);
  expect(() => new HeaderBlock({ a: value })).toThrow(TypeError);
  expect(() => headers.set("a", value)).toThrow(TypeError);
  expect(() => headers.append("a", value)).toThrow(TypeError);
  expect(headers.text).toBe("");
});
