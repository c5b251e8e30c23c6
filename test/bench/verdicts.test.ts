import { describe, expect, test } from "bun:test";

import { conclusionOf, exitCodeFor, figureOf, isNoisy, judge, written, writtenTarget } from "../../bench/figure.ts";
import { readOptions } from "../../bench/options.ts";

describe("verdicts", () => {
  test("a figure at its target has met it", () => {
    expect(judge(2.2, { unit: "×", max: 2.2 }, false)).toBe("met");
    expect(judge(2.21, { unit: "×", max: 2.2 }, false)).toBe("missed");
    expect(judge(99, { unit: "×" }, false)).toBe("no target");
  });

  test("nothing is judged while the machine is noisy", () => {
    expect(isNoisy([10, 10.2, 10.1, 9.9, 10])).toBe(false);
    expect(isNoisy([10, 14, 9, 17, 10])).toBe(true);
    expect(judge(9, { unit: "×", max: 2.2 }, true)).toBe("noisy");
    expect(judge(1, { unit: "×", max: 2.2 }, true)).toBe("noisy");
  });

  test("one slow round decides nothing", () => {
    const figure = figureOf(
      { name: "stats", database: "sqlite", target: { unit: "×", max: 2 }, noisy: false },
      [1.8, 1.9, 1.8, 9, 1.7],
    );
    expect(figure).toMatchObject({ value: { median: 1.8, low: 1.8, high: 1.9 }, verdict: "met" });
  });

  test("a missed target is 1, noise alone 3", () => {
    expect(exitCodeFor(["met", "no target"])).toBe(0);
    expect(exitCodeFor(["met", "noisy", "missed"])).toBe(1);
    expect(exitCodeFor(["met", "noisy"])).toBe(3);
    expect(exitCodeFor([])).toBe(0);
  });

  test.each([
    [["met", "met", "no target"], "All 2 targets were met."],
    [["met"], "The target was met."],
    [["met", "missed"], "1 of 2 targets were met, 1 missed."],
    [["no target"], "Nothing here has a target."],
  ] as const)("says what %j comes to", (verdicts, sentence) => {
    expect(conclusionOf(verdicts)).toBe(sentence);
  });

  test("figures have the unit that is easiest to read", () => {
    expect([written(2.154, "×"), written(350, "µs"), written(1500, "µs"), written(216.4, "MB")]).toEqual([
      "2.15 ×",
      "350 µs",
      "1.50 ms",
      "216 MB",
    ]);
    expect([writtenTarget(2.2, "×"), writtenTarget(1200, "µs"), writtenTarget(0.45, "s")]).toEqual([
      "≤ 2.2 ×",
      "≤ 1.2 ms",
      "≤ 0.45 s",
    ]);
  });
});

describe("the command line", () => {
  test("measures both databases after a long warm-up, unless told otherwise", () => {
    const usual = readOptions([]);
    expect(usual).toMatchObject({ mode: "table", databases: ["sqlite", "postgres"], memes: undefined });
    const warmUp = { answers: 100_000, seconds: 12, compilingSeconds: 40 };
    expect(usual.timing).toEqual({ warmUp, rounds: 15, seconds: 0.5 });
    expect(readOptions(["--scale"])).toMatchObject({ mode: "scale", databases: ["sqlite"] });
    expect(readOptions(["--quick", "--seconds", "0.2"])).toMatchObject({ memes: 10_000, timing: { seconds: 0.2 } });
  });

  test("keeps the figures of full runs only, or where it is told to", () => {
    expect(readOptions([]).out).toEndWith("result.json");
    for (const partial of [["--quick"], ["--only", "stats"], ["--memes", "500"]])
      expect(readOptions(partial).out).toBeUndefined();
    expect(readOptions(["--quick", "--out", "here.json"]).out).toBe("here.json");
  });

  test("takes parts of names", () => {
    const { wanted } = readOptions(["--only", "zipf, RATE"]);
    expect(["meme by id, Zipf", "PUT rate", "PUT caption"].map(wanted)).toEqual([true, true, false]);
    expect(readOptions([]).wanted("PUT caption")).toBe(true);
  });

  test.each([
    [["--fast"], "There is no --fast; --help lists what there is."],
    [["--memes", "many"], "--memes must be a whole number from 100 to 10000000, not many."],
    [["--memes", "1.5"], "--memes must be a whole number from 100 to 10000000, not 1.5."],
    [["--rounds", "0"], "--rounds must be a whole number from 1 to 1000000000, not 0."],
    [["--seconds", "-1"], "--seconds needs a value."],
    [["--seconds", "forever"], "--seconds must be a number from 0.01 to 600, not forever."],
    [["--database", "mysql"], "--database must be sqlite or postgres, not mysql."],
    [["--scale", "--overload"], "--scale and --overload are separate runs."],
    [["--only"], "--only needs a value."],
    [["--quick=3"], "--quick takes no value."],
    [["quick"], "There is no quick; --help lists what there is."],
  ])("%j gets one sentence", (argv, sentence) => {
    expect(() => readOptions(argv)).toThrow(new Error(sentence));
  });
});
