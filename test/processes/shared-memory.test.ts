import { expect, test } from "bun:test";
import { closeSync } from "node:fs";
import { join } from "node:path";

import { RateLimiter } from "../../src/http/rate-limit.ts";
import { UploadSlots } from "../../src/http/upload-slots.ts";
import { SharedMemory } from "../../src/processes/shared-memory.ts";

const NOW = 1_800_000_000_000;
const MB = 1024 * 1024;
const LIMIT = { requests: 100, windowMs: 60_000 };

/** Memory seen by two processes; here both are this one. */
function shared() {
  const descriptor = SharedMemory.create();
  const maps = [SharedMemory.map(descriptor), SharedMemory.map(descriptor)] as const;
  closeSync(descriptor);
  return maps;
}

const allowed = (limiter: RateLimiter, id: string, times: number, now = NOW) =>
  Array.from({ length: times }, () => limiter.take(id, now).allowed).filter(Boolean).length;

test("two processes count an allowance together, and kinds apart", () => {
  const [one, other] = shared().map((memory) => new RateLimiter(LIMIT, memory.momentsOf("key"))) as [
    RateLimiter,
    RateLimiter,
  ];
  expect(allowed(one, "ann", 60)).toBe(60);
  expect(other.take("ann", NOW).left).toBe(39);
  expect(allowed(other, "ann", 60)).toBe(39);
  expect(one.take("ann", NOW).allowed).toBe(false);
  expect(allowed(one, "bob", 200)).toBe(100);
  expect(allowed(other, "ann", 60, NOW + 6000)).toBe(10);
  const [memory] = shared();
  const [keys, forms] = ["key", "form"].map((kind) => new RateLimiter(LIMIT, memory.momentsOf(kind)));
  expect([allowed(keys!, "ann", 200), allowed(forms!, "ann", 200)]).toEqual([100, 100]);
});

test("more callers than the table holds are counted like the first ones", () => {
  const [memory] = shared();
  const limiter = new RateLimiter(LIMIT, memory.momentsOf("network"));
  let wrong = 0;
  for (let n = 0; n < 200_000; n++) if (limiter.take(`network ${n}`, NOW + n).left !== 99) wrong++;
  expect(wrong).toBe(0);
  expect(allowed(limiter, "ann", 200, NOW + 200_000)).toBe(100);
});

test("processes that count at the same moment forget no request", async () => {
  const descriptor = SharedMemory.create();
  const children = [1, 2].map(() =>
    Bun.spawn([process.execPath, join(import.meta.dir, "take-many.ts")], {
      stdio: ["ignore", "pipe", "inherit", descriptor],
    }),
  );
  const counts = await Promise.all(children.map(async (child) => Number(await new Response(child.stdout).text())));
  closeSync(descriptor);
  expect(counts[0]! + counts[1]!).toBe(100_000);
});

test("uploads of two processes share one room, until a process ends", () => {
  const [memory, same] = shared();
  const [one, other] = [
    new UploadSlots({ roomOf: (kind) => memory.roomOf(kind, 0) }),
    new UploadSlots({ roomOf: (kind) => same.roomOf(kind, 1) }),
  ];
  const first = one.enter("ann", undefined);
  first.take(40 * MB);
  const second = other.enter("ann", undefined);
  second.take(24 * MB);
  expect(() => second.take(1)).toThrow();
  for (const account of ["bob", "cid", "dan"]) one.enter(account, undefined).take(64 * MB);
  expect(() => other.enter("eve", undefined).take(1)).not.toThrow(); // Ann has more, so hers is evicted
  expect(() => second.take(40 * MB)).toThrow();
  memory.clear(0);
  expect(() => other.enter("eve", undefined).take(60 * MB)).not.toThrow();
});
