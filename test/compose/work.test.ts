import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";

import type { DisplayList, Item } from "../../src/compose/display-list.ts";
import { FONT_NAMES } from "../../src/compose/fonts.ts";
import { layOut } from "../../src/compose/layout.ts";
import { MAX_CHARACTERS, MAX_EMOJI, MAX_POINTS, MAX_SIDE, MAX_STROKES } from "../../src/compose/limits.ts";
import type { Recipe, RecipeInput } from "../../src/compose/recipe.ts";
import { effortOf, fillWork, MAX_WORK, outlineWork, workOf } from "../../src/compose/work.ts";
import { makePicture } from "../../src/images/process.ts";
import { library } from "../../src/images/render-recipe.ts";
import { workerDeaths } from "../../src/worker/pool.ts";
import { FIFTY, outline, parsed, recipeOf } from "./recipes.ts";

const listOf = async (recipe: Recipe) => layOut(recipe, await library.open(recipe));

/** The work of all letters, counted again from what is drawn. */
function lettersAgain({ layers }: DisplayList): number {
  const count = (item: Item): number => {
    if (item.kind === "group") return item.items.reduce((sum, one) => sum + count(one), 0);
    const commands = [...item.d.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(
      ([, type, numbers]) => [type!, ...(numbers ? numbers.split(" ").map(Number) : [])] as [string, ...number[]],
    );
    const effort = effortOf(commands);
    return (item.fill ? fillWork(effort) : 0) + (item.stroke ? outlineWork(effort, item.strokeWidth!) : 0);
  };
  return layers.reduce((sum, { item }) => sum + count(item), 0);
}

const whole = { x: 0, y: 0, width: 1, height: 1 };
const color = "#000000";
const hard = "@&%Qß8Wg ";
const wide = { outline: { color, width: 0.3 }, shadow: { color, x: 0.1, y: 0.1 } };
const zigzag = (count: number) => Array.from({ length: count }, (_, at): [number, number] => [(at * 0.37) % 1, at % 2]);

/** Within every limit of the schema, and yet each would keep librsvg busy for seconds, some for half a minute. */
const HEAVY: [string, Partial<RecipeInput>][] = [
  [
    "wide outlines",
    {
      boxes: Array.from({ length: 20 }, (_, at) => ({ ...whole, ...wide, text: hard.repeat(5), rotation: at * 7 })),
    },
  ],
  ["one text of a thousand letters", { boxes: [{ ...whole, ...wide, text: hard.repeat(110), font: "comic-relief" }] }],
  ["Japanese", { boxes: [{ ...whole, ...wide, text: "鬱龍驫".repeat(330) }] }],
  [
    "letters beyond the edge",
    { boxes: [{ ...whole, width: 2, text: "@".repeat(1000), size: { kind: "fixed", size: 0.5 }, ...wide }] },
  ],
  ["a scribble", { strokes: [{ color, width: 0.001, points: zigzag(MAX_POINTS) }] }],
  [
    "a wide pen",
    { strokes: [{ color, width: 0.2, points: zigzag(MAX_POINTS).map(([x, y]) => [x * 0.02, y * 0.02]) }] },
  ],
  [
    "many pens",
    {
      strokes: Array.from({ length: MAX_STROKES }, () => ({
        color,
        width: 0.2,
        points: zigzag(MAX_POINTS / MAX_STROKES),
      })),
    },
  ],
  [
    "huge drawings",
    { stickers: Array.from({ length: MAX_EMOJI }, () => ({ emoji: "🇲🇽", x: -0.5, y: -0.5, size: 2, rotation: 10 })) },
  ],
];

describe("before anything is drawn", () => {
  test.each(HEAVY)("too much work is refused: %s", async (_, input) => {
    const deaths = workerDeaths();
    const before = deaths.time;
    await expect(
      makePicture({ recipe: parsed({ width: MAX_SIDE, height: MAX_SIDE, ...input }), format: "jpeg", sources: [] }),
    ).rejects.toThrow("This picture would take too long to draw.");
    expect(deaths.time).toBe(before);
  });

  test("the work of letters is counted as they are drawn", async () => {
    for (const recipe of FIFTY.filter(({ boxes, stickers, strokes }) => boxes[0] && !stickers[0] && !strokes[0])) {
      if (/\p{Emoji_Presentation}|\ufe0f/u.test(recipe.boxes[0]!.text)) continue;
      const list = await listOf(recipe);
      const counted = list.layers.reduce((sum, { work }) => sum + work, 0);
      expect(counted / lettersAgain(list), recipe.boxes[0]!.text).toBeWithin(0.97, 1.03);
    }
  });

  test("whatever the schema allows is either little work or refused, in numbers of what is drawn", async () => {
    const amount = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
    const box = fc.record({
      x: amount.map((value) => value - 0.5),
      y: amount.map((value) => value - 0.5),
      width: amount.map((value) => 0.02 + value * 1.9),
      height: amount.map((value) => 0.02 + value * 1.9),
      rotation: amount.map((value) => value * 360),
      text: fc.constantFrom(1, 20, MAX_CHARACTERS / 8).map((length) => hard.repeat(30).slice(0, length)),
      font: fc.constantFrom(...FONT_NAMES),
      outline: fc.option(
        amount.map((value) => ({ color, width: 0.01 + value * 0.29 })),
        { nil: undefined },
      ),
      shadow: fc.option(fc.constant({ color, x: 0.5, y: -0.5 }), { nil: undefined }),
      size: fc.oneof(
        amount.map((value) => ({ kind: "fit" as const, most: 0.01 + value * 0.49 })),
        amount.map((value) => ({ kind: "fixed" as const, size: 0.01 + value * 0.49 })),
      ),
    });
    const recipes = fc.record({
      width: fc.constantFrom(64, 1080, MAX_SIDE),
      height: fc.constantFrom(64, 1080, MAX_SIDE),
      boxes: fc.array(box, { minLength: 1, maxLength: 8 }),
    });
    let [accepted, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(recipes, async (input) => {
        const list = await listOf(parsed(input));
        if (workOf(list) > MAX_WORK) {
          refused++;
          return;
        }
        accepted++;
        expect(lettersAgain(list)).toBeLessThan(MAX_WORK * 1.05);
      }),
      { numRuns: 40, seed: 16 },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(5);
  });

  test("what people make is far below the limit", async () => {
    const classic = (side: number) =>
      parsed({
        width: side,
        height: side,
        boxes: [0, 0.7].map((y) => ({
          ...whole,
          y,
          height: 0.3,
          text: "One does not simply draw text twice",
          outline,
        })),
      });
    for (const [recipe, share] of [
      ...FIFTY.map((one) => [one, 0.1] as const),
      [classic(1080), 0.15],
      [classic(MAX_SIDE), 0.6],
      // All the letters there may be, in the usual size.
      [recipeOf("Lorem ip ".repeat(111), { ...whole, outline }, { width: 1080, height: 1080 }), 0.7],
      // Somebody who draws with everything there is.
      [
        parsed({
          width: 1080,
          height: 1080,
          strokes: [
            {
              color,
              width: 0.02,
              points: Array.from({ length: MAX_POINTS }, (_, at): [number, number] => [
                0.5 + Math.sin(at / 9) * 0.4,
                0.5 + Math.cos(at / 11) * 0.4,
              ]),
            },
          ],
        }),
        0.5,
      ],
    ] as const)
      expect(workOf(await listOf(recipe)), recipe.boxes[0]?.text).toBeLessThan(MAX_WORK * share);
  });
});
