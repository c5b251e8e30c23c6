import { expect, test } from "bun:test";
import { join } from "node:path";

import { outcomeOf } from "../outcome.ts";
import { openWorld, ROOT } from "../world.ts";
import { guffaw } from "../cli/guffaw.ts";

const capacity = (...args: string[]) =>
  outcomeOf(
    Bun.spawn([process.execPath, join(ROOT, "bench/capacity.ts"), ...args], { stdout: "pipe", stderr: "pipe" }),
  );

/** Where something breaks first, in memes. */
const limitsIn = (printed: string) =>
  [...printed.matchAll(/^ {2}at (\S+) × 10\^(\d+) memes (.+)\.$/gm)].map(([, digits, power, what]) => ({
    memes: Number(digits) * 10 ** Number(power),
    what: what!,
  }));

test("a larger site needs more in proportion, and what breaks first comes first", async () => {
  await using world = await openWorld("SQLite");
  await guffaw(["seed", "--memes", "300", "--users", "20", "--yes"], { env: world.env });
  const data = world.env.GUFFAW_DATA!;
  const { code, stdout, stderr } = await capacity("--data", data);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toStartWith("Measured on 300 memes: ");
  const rows = [...stdout.matchAll(/^ *\|? *(1(?:,000)+) *\|? +([\d,]+)/gm)].map(([, memes, count]) =>
    [memes!, count!].map((text) => Number(text.replaceAll(",", ""))),
  );
  expect(rows.map(([memes]) => memes)).toEqual([1e6, 1e9]);
  // Rounded to whole rows, so a million of them are exact to a millionth.
  expect(rows[1]![1]! / rows[0]![1]!).toBeCloseTo(1000, 2);
  const limits = limitsIn(stdout);
  expect(limits).toHaveLength(5);
  expect(limits).toEqual(limits.toSorted((a, b) => a.memes - b.memes));

  const inMemory = (printed: string) => limitsIn(printed).find(({ what }) => what.includes("of memory"))!.memes;
  const twice = await capacity("--data", data, "--memory-gb", "128");
  expect(inMemory(twice.stdout) / inMemory(stdout)).toBeCloseTo(2, 0);
});

test("a folder without a site or without memes is refused, and so are wrong figures", async () => {
  await using world = await openWorld("SQLite");
  const data = world.env.GUFFAW_DATA!;
  const empty = await capacity("--data", data);
  expect([empty.code, empty.stderr]).toEqual([
    2,
    "There are no memes in this site: fill it with ./guffaw seed first.\n",
  ]);
  for (const args of [[], ["--data", join(data, "images")], ["--data", data, "--memory-gb", "much"]])
    expect(await capacity(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining("--data FOLDER") });
});
