import { expect, test } from "bun:test";

import { DatabaseMeter } from "../../src/data/meter.ts";
import { whenQuiet } from "../../src/data/when-quiet.ts";
import { until } from "../until.ts";

test("two rests follow each busy time", async () => {
  const meter = new DatabaseMeter();
  let rests = 0;
  using _ = whenQuiet(meter, () => rests++, 1);
  await Bun.sleep(20);
  expect(rests).toBe(0);
  meter.queries += 3000;
  await until(() => rests > 1);
  await Bun.sleep(50);
  expect(rests).toBe(2);
  meter.cacheHits += 3000;
  await until(() => rests > 3);
});

test("there is none after a time that was hardly busy", async () => {
  const meter = new DatabaseMeter();
  let rests = 0;
  using _ = whenQuiet(meter, () => rests++, 1);
  meter.queries += 1000;
  await Bun.sleep(20);
  expect(rests).toBe(0);
});

test("it waits for a moment in which hardly anything is read", async () => {
  const meter = new DatabaseMeter();
  // What is read before each look.
  const reads = [0, 3000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50, 30];
  let [looks, total] = [0, 0];
  Object.defineProperty(meter, "queries", { get: () => (total += reads[looks++] ?? 0) });
  const rests: number[] = [];
  using _ = whenQuiet(meter, () => rests.push(looks), 1);
  await until(() => looks > 60);
  expect(rests).toEqual([reads.length + 1, reads.length + 12]);
});
