import { expect, test } from "bun:test";
import { join } from "node:path";

import { readResult } from "../../bench/result.ts";
import { freshFolder, ROOT } from "../world.ts";

const ROWS = [
  "meme by id, Zipf",
  "1,000 own memes, anew",
  "PUT rate",
  "submit, 1 MP JPEG",
  "its other sizes, later",
  "longest wait meanwhile",
  "make, 1,080 px, picture only",
  "longest wait while making",
  "make and post",
  "longest wait while posting it",
];

const TINY = ["--memes", "200", "--rounds", "1", "--seconds", "0.05", "--warm-up", "20"];

async function runBench(out: string, ...options: string[]) {
  const command = [process.execPath, "bench/run.ts", ...TINY, ...options, "--out", out];
  const run = Bun.spawn(command, { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
  const [text, errors] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
  // Figures of so short a run mean nothing: 0, 1 and 3 are verdicts.
  expect([0, 1, 3], errors).toContain(await run.exited);
  return { text, errors, result: await readResult(out) };
}

test("the benchmark measures a tiny site", async () => {
  const out = join(freshFolder("bench"), "result.json");
  const { text, errors, result } = await runBench(
    out,
    "--database",
    "sqlite",
    "--only",
    "zipf, anew, rate, submit, make",
  );
  for (const name of ROWS) expect(text, errors).toContain(name);
  const { figures } = result.sqlite!.content;
  expect(figures.map(({ name }) => name)).toEqual(ROWS);
  for (const { value, load } of figures) {
    expect(Number.isFinite(value.median)).toBe(true);
    if (load) expect(Number.isFinite(load.ratio)).toBe(true);
  }
}, 600_000);

test("the limit is measured with servers written by hand, and with small programs", async () => {
  const { result } = await runBench(join(freshFolder("bench"), "result.json"), "--limit");
  const { servers, rows } = result.limit!.content;
  expect(servers).toHaveLength(4);
  for (const { name, cpu } of rows) {
    const measured = cpu.filter((one) => one !== null);
    expect(measured).toHaveLength(name === "PUT rate" ? 3 : 4);
    expect(measured.every(Number.isFinite)).toBe(true);
  }
  const collector = result.collector!.content;
  expect(collector.rows.every(({ wait }) => wait > 0)).toBe(true);
  expect(collector.ours).toBeGreaterThan(100);
}, 600_000);
