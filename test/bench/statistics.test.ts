import { describe, expect, test } from "bun:test";

import { median, quantile, scatterOf, spreadOf } from "../../bench/statistics.ts";
import { shuffled, zipf } from "../../bench/zipf.ts";

describe("statistics", () => {
  test("the median of an even number of values lies between the middle two", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(median([])).toBe(0);
  });

  test("quantiles are interpolated", () => {
    expect(quantile([10, 20, 30, 40, 50], 0.25)).toBe(20);
    expect(quantile([0, 10], 0.99)).toBeCloseTo(9.9);
    expect(quantile([3, 1, 2], 1)).toBe(3);
  });

  test("half of all rounds lie between the quartiles, and the scatter is their distance", () => {
    expect(spreadOf([1, 2, 3, 4, 5])).toEqual({ median: 3, low: 2, high: 4 });
    expect(scatterOf([1, 2, 3, 4, 5])).toBeCloseTo(2 / 3);
    expect(scatterOf([5, 5, 5])).toBe(0);
    expect(scatterOf([0, 0])).toBe(0);
  });
});

/** Every draw of a grid over 0 to 1, so that shares are exact. */
function drawAll(count: number, draws: number, skew?: number): number[] {
  let at = 0;
  const draw = zipf(count, () => (at++ + 0.5) / draws, skew);
  const seen = Array.from({ length: count }, () => 0);
  for (let i = 0; i < draws; i++) seen[draw()]!++;
  return seen;
}

describe("Zipf", () => {
  test("draws each rank in proportion to its weight", () => {
    const [first, second, , fourth] = drawAll(4, 25_000, 1);
    expect(first! / second!).toBeCloseTo(2, 2);
    expect(first! / fourth!).toBeCloseTo(4, 2);
  });

  test("gives the most popular thousand of 100,000 memes three fifths of the requests", () => {
    const seen = drawAll(100_000, 1_000_000);
    const popular = seen.slice(0, 1000).reduce((sum, one) => sum + one, 0);
    expect(popular / 1_000_000).toBeCloseTo(0.6, 1);
  });

  test("stays within the ranks at both ends", () => {
    expect(zipf(10, () => 0)()).toBe(0);
    expect(zipf(10, () => 1 - Number.EPSILON)()).toBe(9);
    expect(zipf(1, () => 0.7)()).toBe(0);
  });

  test("shuffling keeps every item and gives the same order each time", () => {
    const items = Array.from({ length: 1000 }, (_, i) => i);
    expect(shuffled(items)).toEqual(shuffled(items));
    expect(shuffled(items)).not.toEqual(items);
    expect(shuffled(items).sort((a, b) => a - b)).toEqual(items);
  });
});
