import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { chart, PALETTES } from "../../bench/chart.ts";
import { figureOf, type Figure, type Target } from "../../bench/figure.ts";
import { fillPage } from "../../bench/performance-page.ts";
import { machine, readResult, type Result } from "../../bench/result.ts";
import { ROOT } from "../world.ts";

const figure = (name: string, target: Target, rounds: number[], more: Partial<Figure> = {}): Figure => ({
  ...figureOf({ name, database: "sqlite", target, noisy: false }, rounds),
  ...more,
});

const on = "2026-01-31";
const load = {
  cpu: 21,
  bareCpu: 10,
  ratio: 2.1,
  perSecond: 41_234,
  barePerSecond: 80_000,
  p50: 0.7,
  p99: 2,
  bytes: 1291,
};
const figures = [
  figure("meme by id, Zipf", { unit: "×", max: 2.2 }, [2, 2.1, 2.2], { load }),
  figure("memory <after>", { unit: "MB", max: 220 }, [301]),
];
const compared = {
  memes: 100_000,
  servers: ["Guffaw", "json-server"],
  rows: [{ name: "by id", cpu: [20, null], perSecond: [40_000, null] }],
};
const result: Result = {
  sqlite: { on, machine: machine(), content: { memes: 100_000, rounds: 5, seconds: 1, figures } },
  peers: { on, machine: machine(), content: compared },
};

const read = (file: string) => readFileSync(join(ROOT, "docs", file), "utf8");
/** The formatter pads the columns of tables. */
const packed = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-{2,}/g, "--");

describe("docs/performance.md", () => {
  test("gets its figures between its markers, and nothing else changes", () => {
    const page = fillPage(read("performance.md"), result);
    expect(page).toContain("| meme by id, Zipf | 2.10 × (2.05–2.15) | ≤ 2.2 × | met | 21 µs | 10 µs | 2.10 | 41,234 |");
    expect(page).toContain("| memory <after> | 301 MB | ≤ 220 MB | missed |");
    expect(page).toContain("| by id | 20 µs | 40,000 | – | – |");
    expect(page).toContain(`Measured on ${on} with Bun ${Bun.version}`);
    expect(fillPage(page, result)).toBe(page);
    expect(packed(fillPage(page, JSON.parse(read("performance.json")) as Result))).toBe(packed(read("performance.md")));
  });

  test("says so where nothing was measured", () => {
    expect(fillPage(read("performance.md"), {}).match(/_Not measured yet\._/g)!.length).toBe(9);
  });

  test("refuses a page without a place for the figures", () => {
    expect(() => fillPage("# Performance", result)).toThrow('The page has no place for "chart".');
  });

  test("shows the charts of its own figures", async () => {
    const kept = await readResult(join(ROOT, "docs/performance.json"));
    for (const [name, palette] of Object.entries(PALETTES)) {
      const drawn = chart(kept, palette);
      if (drawn) expect(read(`performance-${name}.svg`)).toBe(drawn);
    }
  });
});

describe("the chart", () => {
  test("has a bar for each target, and a tick where the target is", () => {
    const svg = chart(result, PALETTES.dark)!;
    expect(svg).toContain("memory &lt;after&gt;");
    expect(svg.match(/<path /g)!.length).toBe(2);
    expect(svg).toContain(`fill="${PALETTES.dark.missed}"`);
    expect(svg).not.toContain("NaN");
    expect(svg).not.toContain(">json-server<");
  });

  test("is not drawn without figures", () => {
    expect(chart({}, PALETTES.light)).toBeUndefined();
  });
});
