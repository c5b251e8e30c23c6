import { expect, test } from "bun:test";

import { DatabaseMeter } from "../../src/data/meter.ts";
import { whenQuiet } from "../../src/data/when-quiet.ts";
import { until } from "../until.ts";

test("a rest follows each busy time, once", async () => {
  const meter = new DatabaseMeter();
  let rests = 0;
  using _ = whenQuiet(meter, () => rests++, 1);
  await Bun.sleep(20);
  expect(rests).toBe(0);
  meter.queries += 3000;
  await until(() => rests > 0);
  await Bun.sleep(20);
  expect(rests).toBe(1);
  meter.cacheHits += 3000;
  await until(() => rests > 1);
});

test("there is none after a time that was hardly busy", async () => {
  const meter = new DatabaseMeter();
  let rests = 0;
  using _ = whenQuiet(meter, () => rests++, 1);
  meter.queries += 1000;
  await Bun.sleep(20);
  expect(rests).toBe(0);
});
