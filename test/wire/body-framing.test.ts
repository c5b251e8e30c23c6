import { describe, expect, test } from "bun:test";

import * as fc from "fast-check";

import { Chunked, FixedLength, type BodyFraming } from "../../src/wire/body-framing.ts";
import { WireError } from "../../src/wire/wire-error.ts";

interface Outcome {
  content: string;
  /** What follows the body; undefined if its end has not come. */
  rest: string | undefined;
}

/** Hands over these pieces, as a connection would. */
function readAll(framing: BodyFraming, pieces: readonly Uint8Array[]): Outcome {
  const content: Buffer[] = [];
  const rest: Buffer[] = [];
  let isOver = false;
  for (const piece of pieces.map((bytes) => Buffer.from(bytes))) {
    const end = isOver ? 0 : framing.read(piece, (data) => content.push(Buffer.from(data)));
    if (end < 0) continue;
    isOver = true;
    rest.push(piece.subarray(end));
  }
  return {
    content: Buffer.concat(content).toString("latin1"),
    rest: isOver ? Buffer.concat(rest).toString("latin1") : undefined,
  };
}

/** The same bytes in pieces of these sizes, taken in turn. */
function split(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

const latin = (text: string) => Buffer.from(text, "latin1");
const readText = (text: string) => readAll(new Chunked(), [latin(text)]);

const NEXT = "GET / HTTP/1.1\r\n\r\n";
const someBytes = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes));
const sizes = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 700 })), { minLength: 1, maxLength: 8 });
const sizeLine = fc.record({
  zeros: fc.integer({ min: 0, max: 3 }).map((count) => "0".repeat(count)),
  isUpper: fc.boolean(),
  extension: fc.constantFrom("", ";", ";a=b", '; a="b;c"', " \t;a"),
});
const trailers = fc.constantFrom("", "A: b\r\n", "A: b\r\nC: d\r\n", "A:\r\n");

function inChunks(chunks: { content: Buffer; line: { zeros: string; isUpper: boolean; extension: string } }[]): Buffer {
  return Buffer.concat(
    chunks.flatMap(({ content, line: { zeros, isUpper, extension } }) => {
      const size = content.length.toString(16);
      return [latin(`${zeros}${isUpper ? size.toUpperCase() : size}${extension}\r\n`), content, latin("\r\n")];
    }),
  );
}

describe("a body in chunks", () => {
  test("comes out whole, however it is chunked and split, and ends where the next request begins", () => {
    const chunk = fc.record({ content: someBytes.filter(({ length }) => length > 0), line: sizeLine });
    const next = fc.oneof(fc.constant(latin(NEXT)), fc.constant(latin("\r\n")), someBytes);
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 12 }), trailers, next, sizes, (chunks, trailer, rest, cuts) => {
        const bytes = Buffer.concat([inChunks(chunks), latin(`0\r\n${trailer}\r\n`), rest]);
        const content = Buffer.concat(chunks.map((one) => one.content)).toString("latin1");
        expect(readAll(new Chunked(), split(bytes, cuts))).toEqual({ content, rest: rest.toString("latin1") });
      }),
      { numRuns: 500 },
    );
  });

  test("is not over before its last byte", () => {
    const bytes = latin("5;a=b\r\nhello\r\n0\r\nA: b\r\n\r\n");
    for (let length = 0; length < bytes.length; length++) {
      const framing = new Chunked();
      expect(readAll(framing, [bytes.subarray(0, length)]).rest).toBeUndefined();
      expect(framing.left).toBe(Infinity);
      expect(readAll(framing, [bytes.subarray(length)]).rest).toBe("");
      expect(framing.left).toBe(0);
    }
  });

  test("may be empty, and have extensions and trailers of a sensible size", () => {
    expect(readText(`0\r\n\r\n${NEXT}`)).toEqual({ content: "", rest: NEXT });
    expect(readText(`1;${"a".repeat(200)}\r\nx\r\n0\r\n\r\n`)).toEqual({ content: "x", rest: "" });
    expect(readText(`${"1;a=b\r\nx\r\n".repeat(1000)}0\r\n\r\n`).content).toBe("x".repeat(1000));
    expect(readText(`0\r\n${"A: b\r\n".repeat(1000)}\r\n`)).toEqual({ content: "", rest: "" });
  });

  test.each([
    ["a bare LF after the size", "5\nhello\r\n0\r\n\r\n"],
    ["a bare LF after the content", "5\r\nhello\n0\r\n\r\n"],
    ["a bare LF after the last chunk", "0\n\r\n"],
    ["a bare LF at the end", "0\r\n\n"],
    ["a bare LF after a trailer", "0\r\nA: b\n\r\n"],
    ["a bare CR", "5\rhello\r\n0\r\n\r\n"],
    ["two CRs", "5\r\r\nhello\r\n0\r\n\r\n"],
    ["no line break after the content", "5\r\nhello0\r\n\r\n"],
    ["content that is longer than it says", "4\r\nhello\r\n0\r\n\r\n"],
    ["content that is shorter than it says", "6\r\nhello\r\n0\r\n\r\n"],
    ["no size", "\r\nhello\r\n0\r\n\r\n"],
    ["no size but an extension", ";a=b\r\nhello\r\n0\r\n\r\n"],
    ["a negative size", "-5\r\nhello\r\n0\r\n\r\n"],
    ["a size with a sign", "+5\r\nhello\r\n0\r\n\r\n"],
    ["a size with a prefix", "0x5\r\nhello\r\n0\r\n\r\n"],
    ["a size with a line between its digits", "1_0\r\nhello\r\n0\r\n\r\n"],
    ["a size that is no number", "g\r\nhello\r\n0\r\n\r\n"],
    ["a size after a space", " 5\r\nhello\r\n0\r\n\r\n"],
    ["a space after the size", "5 \r\nhello\r\n0\r\n\r\n"],
    ["two sizes", "5 5\r\nhello\r\n0\r\n\r\n"],
    ["a size of 17 digits", "10000000000000005\r\nhello\r\n0\r\n\r\n"],
    ["a size of 200 zeros", `${"0".repeat(200)}5\r\nhello\r\n0\r\n\r\n`],
    ["an extension with NUL", "5;\0\r\nhello\r\n0\r\n\r\n"],
    ["an extension with a bare CR", "5;a\rb\r\nhello\r\n0\r\n\r\n"],
    ["a huge extension", `5;${"a".repeat(2000)}\r\nhello\r\n0\r\n\r\n`],
    ["a huge extension that does not end", `5;${"a".repeat(2000)}`],
    ["digits that do not end", "0".repeat(2000)],
    ["countless extensions", `${`1;${"a".repeat(100)}\r\nx\r\n`.repeat(200)}0\r\n\r\n`],
    ["a trailer without a name", "0\r\n: b\r\n\r\n"],
    ["a trailer that is no header", "0\r\nA b\r\n\r\n"],
    ["a trailer that goes on in the next line", "0\r\nA: b\r\n c: d\r\n\r\n"],
    ["a trailer with NUL", "0\r\nA: \0\r\n\r\n"],
    ["one huge trailer", `0\r\nA: ${"b".repeat(20_000)}\r\n\r\n`],
    ["countless trailers", `0\r\n${"A: b\r\n".repeat(5000)}\r\n`],
    ["trailers that do not end", `0\r\n${"a".repeat(20_000)}`],
  ])("is refused for %s, however it is split", (_, text) => {
    for (const size of [1, 2, 7, text.length])
      expect(() => readAll(new Chunked(), split(latin(text), [size]))).toThrow(WireError);
  });

  test("of random bytes is read or refused, and never more comes out than went in", () => {
    const alphabet = fc.constantFrom("\r", "\n", "\r\n", "0", "1", "5", "f", ";", "hello", "\0", " ", "-", "\xff");
    const noise = fc.oneof(
      someBytes,
      fc.array(alphabet, { maxLength: 60 }).map((parts) => latin(parts.join(""))),
    );
    fc.assert(
      fc.property(noise, sizes, (bytes, cuts) => {
        try {
          expect(readAll(new Chunked(), split(bytes, cuts)).content.length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("means the same however its bytes are split", () => {
    const alphabet = fc.constantFrom("\r\n", "\r\n", "\r", "\n", "0", "0\r\n\r\n", "1", "2", ";", "a", "ab");
    const outcome = (pieces: Buffer[]) => {
      try {
        return readAll(new Chunked(), pieces);
      } catch {
        return "refused";
      }
    };
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 12 }), sizes, (parts, cuts) => {
        const bytes = latin(parts.join(""));
        expect(outcome(split(bytes, cuts))).toEqual(outcome([bytes]));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a body with a length", () => {
  test("comes out whole, however it is split, and ends where the next request begins", () => {
    fc.assert(
      fc.property(someBytes, someBytes, sizes, (content, rest, cuts) => {
        const pieces = split(Buffer.concat([content, rest]), cuts);
        const outcome = readAll(new FixedLength(content.length), pieces);
        if (pieces.length === 0) return;
        expect(outcome).toEqual({ content: content.toString("latin1"), rest: rest.toString("latin1") });
      }),
    );
  });

  test("knows what is left of it", () => {
    const framing = new FixedLength(5);
    expect(readAll(framing, [latin("abc")])).toEqual({ content: "abc", rest: undefined });
    expect(framing.left).toBe(2);
    expect(readAll(framing, [latin("defg")])).toEqual({ content: "de", rest: "fg" });
    expect(framing.left).toBe(0);
  });
});
