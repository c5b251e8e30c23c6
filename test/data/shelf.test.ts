import { describe, expect, test } from "bun:test";

import { DatabaseMeter } from "../../src/data/meter.ts";
import { Shelf } from "../../src/data/shelf.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function read(shelf: Shelf, key: string, length: number): string | undefined {
  const start = shelf.find(key);
  return start < 0 ? undefined : Buffer.from(shelf.bytes.subarray(start, start + length)).toString();
}

describe("a shelf", () => {
  test("finds what was put there last", () => {
    const shelf = new Shelf(10_000, new DatabaseMeter());
    shelf.put("1", bytesOf("one"));
    shelf.put("12", bytesOf("two"));
    shelf.put("1", bytesOf("ONE"));
    expect(read(shelf, "1", 3)).toBe("ONE");
    expect(read(shelf, "12", 3)).toBe("two");
    expect(shelf.find("2")).toBe(-1);
  });

  test("forgets one key, or all of them", () => {
    const shelf = new Shelf(10_000, new DatabaseMeter());
    for (const key of ["1", "2", "3"]) shelf.put(key, bytesOf(key));
    shelf.forget("2");
    expect(["1", "2", "3"].map((key) => read(shelf, key, 1))).toEqual(["1", undefined, "3"]);
    shelf.clear();
    expect(["1", "2", "3"].map((key) => read(shelf, key, 1))).toEqual([undefined, undefined, undefined]);
    shelf.put("2", bytesOf("again"));
    expect(read(shelf, "2", 5)).toBe("again");
  });

  test("overwrites the oldest, and never returns another key's record or half of one", () => {
    const shelf = new Shelf(20_000, new DatabaseMeter());
    const recordOf = (i: number) => `${i}:${"x".repeat(i % 97)}.`;
    let found = 0;
    for (let i = 0; i < 20_000; i++) {
      shelf.put(String(i), bytesOf(recordOf(i)));
      expect(read(shelf, String(i), recordOf(i).length)).toBe(recordOf(i));
      const earlier = i - (i % 500);
      const seen = read(shelf, String(earlier), recordOf(earlier).length);
      if (seen === undefined) continue;
      found++;
      expect(seen).toBe(recordOf(earlier));
    }
    expect(found).toBeGreaterThan(5000);
    expect(shelf.find("0")).toBe(-1);
  });

  test("tells whether anything was forgotten in the meantime", () => {
    const shelf = new Shelf(10_000, new DatabaseMeter());
    const [before, other] = [shelf.mark(), shelf.mark()];
    expect(before()).toBe(true);
    shelf.forget("never there");
    expect([before(), other(), shelf.mark()()]).toEqual([false, false, true]);
  });

  test("keeps nothing if it has no room, and nothing that would fill most of it", () => {
    const none = new Shelf(0, new DatabaseMeter());
    none.put("1", bytesOf("one"));
    none.forget("1");
    expect(none.find("1")).toBe(-1);
    const small = new Shelf(100, new DatabaseMeter());
    small.put("1", new Uint8Array(90));
    expect(small.find("1")).toBe(-1);
  });
});
