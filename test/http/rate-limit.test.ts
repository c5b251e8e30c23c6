import { describe, expect, test } from "bun:test";

import { RateLimiter } from "../../src/http/rate-limit.ts";

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;

function takeMany(limiter: RateLimiter, times: number, now: number): number {
  let allowed = 0;
  for (let i = 0; i < times; i++) if (limiter.take("key", now).allowed) allowed++;
  return allowed;
}

describe("an allowance of 60 a minute", () => {
  const fresh = () => new RateLimiter({ requests: 60, windowMs: 60_000 });

  test("may be spent at once and refills evenly", () => {
    const limiter = fresh();
    expect(takeMany(limiter, 100, NOW)).toBe(60);
    expect(takeMany(limiter, 100, NOW + 10_000)).toBe(10);
    expect(takeMany(limiter, 100, NOW + 120_000)).toBe(60);
  });

  test("refills within a window after the clock was set back", () => {
    const limiter = fresh();
    takeMany(limiter, 60, NOW);
    const refused = limiter.take("key", NOW - HOUR);
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfter).toBe("1");
    expect(takeMany(limiter, 100, NOW - HOUR + 10_000)).toBe(10);
    expect(takeMany(limiter, 100, NOW - HOUR + 70_000)).toBe(60);
  });

  test("is full again after the clock was set forward", () => {
    const limiter = fresh();
    takeMany(limiter, 60, NOW);
    expect(takeMany(limiter, 100, NOW + HOUR)).toBe(60);
  });
});
