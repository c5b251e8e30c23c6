import { expect, test } from "bun:test";

import { encodeHeader } from "../../src/worker/frames.ts";
import { FrameReader } from "../../src/worker/frame-reader.ts";

const frame = Buffer.concat([encodeHeader({ bytes: [2, 3] }), Buffer.from("abcde")]);
const texts = (bytes: Uint8Array[]) => bytes.map((one) => Buffer.from(one).toString());

test("a frame is the same wherever it is cut into chunks", async () => {
  for (let at = 0; at <= frame.length; at++) {
    const reader = new FrameReader();
    const reading = reader.read();
    reader.push(frame.subarray(0, at));
    reader.push(frame.subarray(at));
    expect(texts((await reading).bytes)).toEqual(["ab", "cde"]);
  }
});

test("a frame without bytes ends with its header", async () => {
  const reader = new FrameReader<{ bytes: number[]; value: string }>();
  const reading = reader.read();
  reader.push(encodeHeader({ bytes: [], value: "ready" } as { bytes: number[] }));
  expect(await reading).toEqual({ header: { bytes: [], value: "ready" }, bytes: [] });
});

test("bytes that nobody asked for are refused", () => {
  const reader = new FrameReader();
  expect(() => reader.push(frame)).toThrow();
  void reader.read();
  expect(() => reader.push(Buffer.concat([frame, frame]))).toThrow();
});

test.each([[[2 ** 40]], [[-1]], [["x"]]])("a frame of %p bytes is refused", (bytes) => {
  const reader = new FrameReader();
  void reader.read();
  expect(() => reader.push(encodeHeader({ bytes: bytes as number[] }))).toThrow();
});
