import { heapStats } from "bun:jsc";

import { expect, test } from "bun:test";

import { ownText } from "../src/own-text.ts";

const TEXTS = 1000;
const LENGTH = 16_000;

/** What it takes to keep a small part of many long texts. */
function memoryFor(keep: (part: string) => string): number {
  const before = heapSize();
  const kept = new Set<string>();
  for (let i = 0; i < TEXTS; i++) kept.add(keep(Buffer.alloc(LENGTH, `${i} `).toString("latin1").slice(0, 20)));
  const after = heapSize();
  expect(kept.size).toBe(TEXTS);
  return after - before;
}

function heapSize(): number {
  Bun.gc(true);
  const { heapSize, extraMemorySize } = heapStats();
  return heapSize + extraMemorySize;
}

test("a text of its own does not keep the one it comes from", () => {
  expect(memoryFor((part) => part)).toBeGreaterThan((TEXTS * LENGTH) / 2);
  expect(memoryFor(ownText)).toBeLessThan((TEXTS * LENGTH) / 10);
});

test("is the same text, whatever is in it", () => {
  for (const text of ["", "a", " a ", "é", "😀", "\ud800"]) expect(ownText(text)).toBe(text);
});
