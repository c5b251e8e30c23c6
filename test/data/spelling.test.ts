import { describe, expect, test } from "bun:test";

import * as fc from "fast-check";

import { deleteWords, editsBetween, findNearWords, keysOf, learnWords } from "../../src/data/spelling.ts";
import { DIALECTS, openWorld } from "../world.ts";

const WORDS = ["printer", "sprinter", "dog", "dose", "keyboard", "programming", "straße", "chaos", "cat"];

describe.each(DIALECTS)("spelling on %s", (dialect) => {
  test("finds the words near a wrong one, and none that are too far away", async () => {
    await using world = await openWorld(dialect);
    await learnWords(world.db, WORDS);
    await learnWords(world.db, [...WORDS, "1234567", "日", "𝒜𝒷𝒸𝒹"]);
    const near = async (word: string) => (await findNearWords(world.db, word, 3)).flat();
    expect(await near("printr")).toEqual(["printer"]);
    expect(await near("pirnter")).toEqual(["printer"]);
    expect(await near("sprinter")).toEqual(["printer"]);
    expect(await near("dgo")).toEqual(["dog"]);
    expect(await near("dot")).toEqual([]);
    expect(await near("keybaord")).toEqual(["keyboard"]);
    expect(await near("kezbiard")).toEqual(["keyboard"]);
    expect(await near("programing")).toEqual(["programming"]);
    expect(await near("porgraming")).toEqual(["programming"]);
    expect(await near("elephant")).toEqual([]);
    expect(await near("12345")).toEqual([]);
    expect(await near("x'); --")).toEqual([]);
    await learnWords(world.db, ["die", "wide", "door", "doom", "dogs", "tree"]);
    const groups = (word: string) => findNearWords(world.db, word, 3);
    expect(await groups("wdie")).toEqual([["wide"], ["die"]]);
    expect(await groups("doog")).toEqual([["dog"], ["doom", "door"]]);
    expect(await groups("dgs")).toEqual([["dogs"]]);
    expect(await groups("tre")).toEqual([["tree"]]);
    expect(await groups("tere")).toEqual([["tree"]]);
    expect(await groups("dto")).toEqual([]);
    await deleteWords(world.db, ["dog"]);
    expect(await groups("dgo")).toEqual([["dogs"]]);
    expect(await groups("doog")).toEqual([["dogs"], ["doom", "door"]]);
  });
});

test("two words within one edit always share a key", () => {
  const word = fc.stringMatching(/^[a-f]{4,12}$/);
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom("add", "drop", "change", "swap"), (right, at, how) => {
      const i = at % right.length;
      const wrong = {
        add: `${right.slice(0, i)}x${right.slice(i)}`,
        drop: right.slice(0, i) + right.slice(i + 1),
        change: `${right.slice(0, i)}x${right.slice(i + 1)}`,
        swap:
          right.slice(0, i) +
          Array.from(right.slice(i, i + 2))
            .reverse()
            .join("") +
          right.slice(i + 2),
      }[how]!;
      expect(editsBetween(right, wrong)).toBeLessThanOrEqual(1);
      const keys = new Set(keysOf(right));
      expect(keysOf(wrong).some((key) => keys.has(key))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
