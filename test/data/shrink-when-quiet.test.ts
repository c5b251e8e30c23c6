import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";

import { DatabaseMeter } from "../../src/data/meter.ts";
import { shrinkWhenQuiet } from "../../src/data/shrink-when-quiet.ts";
import { until } from "../until.ts";

class Watched extends Database {
  readonly asked: string[] = [];

  override run(sql: string) {
    this.asked.push(sql);
    return super.run(sql);
  }
}

test("memory is given back once after each busy time", async () => {
  using database = new Watched(":memory:");
  const meter = new DatabaseMeter();
  using _ = shrinkWhenQuiet([database], meter, 1);
  await Bun.sleep(20);
  expect(database.asked).toEqual([]);
  meter.queries += 1000;
  await until(() => database.asked.length > 0);
  await Bun.sleep(20);
  expect(database.asked).toEqual(["pragma shrink_memory"]);
  meter.queries += 1000;
  await until(() => database.asked.length > 1);
});
