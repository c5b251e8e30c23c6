import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import type { DisplayList, Item } from "../../src/compose/display-list.ts";
import { emojiFileOf, emojiName } from "../../src/compose/emoji.ts";
import { FONT_NAMES, FONTS } from "../../src/compose/fonts.ts";
import { layOut } from "../../src/compose/layout.ts";
import { ComposeRefusal, Library } from "../../src/compose/library.ts";
import { placePanels, sourceOf } from "../../src/compose/panels.ts";
import { printSvg } from "../../src/compose/print.ts";
import type { Recipe } from "../../src/compose/recipe.ts";
import { stripsOf } from "../../src/compose/strips.ts";
import { wordsIn } from "../../src/words/words.ts";
import { ROOT } from "../world.ts";
import { FIFTY, outline, parsed, recipeOf } from "./recipes.ts";

const loaded: string[] = [];
const newLibrary = () =>
  new Library({
    font: (file) => {
      loaded.push(file);
      return Bun.file(join(ROOT, "assets/fonts", file)).bytes();
    },
    emoji: async (file) => {
      const found = Bun.file(join(ROOT, "assets/emoji", file));
      return (await found.exists()) ? found.json() : undefined;
    },
    stickers: (file) => Bun.file(join(ROOT, "assets/stickers", file)).json(),
  });
const library = newLibrary();
const listOf = async (recipe: Recipe, from = library) => layOut(recipe, await from.open(recipe));
const svgOf = async (recipe: Recipe, from = library) => printSvg(await listOf(recipe, from));

async function refusalOf(recipe: Recipe): Promise<string> {
  const error: unknown = await library.open(recipe).then(
    () => undefined,
    (refused: unknown) => refused,
  );
  return error instanceof ComposeRefusal ? wordsIn("en").translate(error.userMessage) : "accepted";
}

const pathsOf = (item: Item): string[] => (item.kind === "path" ? [item.d] : item.items.flatMap(pathsOf));

/** Where the lines of letters end; curves bulge no further in our fonts. */
function pointsOf({ layers }: DisplayList): [x: number, y: number][] {
  const letters = layers
    .flatMap(({ item }) => (item.kind === "group" ? item.items : []))
    .filter(({ kind }) => kind === "path");
  return letters
    .flatMap(pathsOf)
    .flatMap((d) =>
      [...d.matchAll(/[MLQC]([^MLQCZ]+)/g)].map(
        ([, numbers]) => numbers!.split(" ").map(Number).slice(-2) as [number, number],
      ),
    );
}

test("words lie over stickers and stickers over lines, unless their layers say otherwise", async () => {
  const box = { x: 0, y: 0, width: 1, height: 1, text: "a" };
  const sticker = { emoji: "🦆", x: 0, y: 0, size: 0.5 };
  const stroke = { color: "#ff0000", width: 0.1, points: [[0, 0]] as [number, number][] };
  const kinds = async (...layers: (number | undefined)[]) => {
    const [words, bird, line] = [box, sticker, stroke].map((one, at) => ({ ...one, layer: layers[at] }));
    const recipe = parsed({
      boxes: [words as typeof box],
      stickers: [bird as typeof sticker],
      strokes: [line as typeof stroke],
    });
    return (await listOf(recipe)).layers.map(({ item }) =>
      item.kind === "path" ? "line" : item.items.length > 2 ? "bird" : "words",
    );
  };
  expect(await kinds()).toEqual(["line", "bird", "words"]);
  expect(await kinds(3, 3, 3)).toEqual(["line", "bird", "words"]);
  expect(await kinds(0, 2, 1)).toEqual(["words", "line", "bird"]);
  expect(await kinds(undefined, undefined, 1)).toEqual(["bird", "words", "line"]);
});

describe("fonts", () => {
  test("every file has the hash it is named by, a licence, and nothing lies beside them", async () => {
    const expected = FONT_NAMES.flatMap((name) => [FONTS[name].file, `${name}.OFL.txt`]).sort();
    expect(readdirSync(join(ROOT, "assets/fonts")).sort()).toEqual(expected);
    for (const name of FONT_NAMES) {
      const bytes = await Bun.file(join(ROOT, "assets/fonts", FONTS[name].file)).bytes();
      const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
      expect<string>(FONTS[name].file).toBe(`${name}-${hash.slice(0, 12)}.ttf`);
    }
  });

  test("are loaded when they are needed, and no others", async () => {
    const filesFor = async (text: string) => {
      loaded.length = 0;
      await newLibrary().open(recipeOf(text));
      return loaded.map((file) => file.replace(/-[0-9a-f]{12}\.ttf$/, ""));
    };
    expect(await filesFor("Plain words")).toEqual(["anton"]);
    expect(await filesFor("Привет")).toEqual(["anton", "oswald"]);
    expect(await filesFor("שלום")).toEqual(["anton", "noto-sans-hebrew"]);
    expect(await filesFor("日本")).toEqual(["anton", "noto-sans-jp"]);
  });

  test("characters that no font has are named", async () => {
    expect(await refusalOf(recipeOf("ok ᚠ and \u{13000} ᚠ"))).toBe(
      "Our fonts don't have these characters: ᚠ \u{13000}. Leave them out, or use others.",
    );
    expect(await refusalOf(recipeOf("Flag 🇦🇦"))).toBe("We have no drawing for 🇦🇦. Choose another emoji.");
    expect(await refusalOf(parsed({ stickers: [{ emoji: "🇦🇦", x: 0, y: 0, size: 0.2 }] }))).toContain("🇦🇦");
  });

  test("letters that are drawn in colour because no font has them count as emoji", async () => {
    expect(await refusalOf(recipeOf("☎".repeat(20)))).toBe("accepted");
    expect(await refusalOf(recipeOf("☎".repeat(21)))).toContain("There are 21 emoji; the limit is 20.");
  });
});

describe("text", () => {
  test("is never in the SVG, nor is anything that could be fetched", async () => {
    for (const recipe of FIFTY) {
      const svg = await svgOf(recipe);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
      expect(svg.replace(/^<svg xmlns="[^"]*"|#[0-9a-f]{6}/g, "")).not.toMatch(
        /href|url|<(?!\/?g|path|\/svg)|&|:|NaN|Infinity|undefined|\de[-+]?\d/,
      );
    }
  });

  test("controls are dropped, and composed letters are one letter", async () => {
    const plain = await svgOf(recipeOf("Café au lait"));
    expect(await svgOf(recipeOf("Cafe\u0301\u202e au\u0007\u00ad\u00a0\tlait\u2066"))).toBe(plain);
    expect(await svgOf(recipeOf("\ud800Café au lait"))).toBe(plain);
  });

  test("capitals depend on the language", async () => {
    const capitals = (text: string, language: string) => svgOf(recipeOf(text, { upperCase: true, language }));
    expect(await capitals("istanbul", "tr")).toBe(await svgOf(recipeOf("İSTANBUL", { language: "tr" })));
    expect(await capitals("istanbul", "en")).toBe(await svgOf(recipeOf("ISTANBUL")));
    expect(await capitals("straße", "de")).toBe(await svgOf(recipeOf("STRASSE", { language: "de" })));
  });

  test("a short word is as large as asked, a long text as large as fits, in balanced lines", async () => {
    const top = async (text: string) =>
      (await listOf(recipeOf(text, { size: { kind: "fit", most: 0.2 } }))).layers[0]!.bounds;
    const short = await top("HI");
    expect(short.bottom - short.top).toBeCloseTo(0.2 * 360 * 0.859375, 0);
    const long = await top("FOUR WORDS MAKE LINES");
    expect(long.right - long.left).toBeLessThanOrEqual(0.8 * 360 + 0.01);
    const alone = await listOf(recipeOf("AAAA BBBB CCCC D", { size: { kind: "fixed", size: 0.15 }, width: 0.8 }));
    const { left, right } = alone.layers[0]!.bounds;
    // Greedy lines would leave the last word alone below a full line.
    expect(right - left).toBeLessThan(0.7 * 360);
  });

  test("an outline is painted before the letters, so it covers none of them", async () => {
    const [layer] = (await listOf(recipeOf("AV", { outline }))).layers;
    const [first, second, ...more] = layer!.item.kind === "group" ? layer!.item.items : [];
    expect(first).toMatchObject({ stroke: "#000000" });
    expect(second).toMatchObject({ fill: "#ffffff" });
    expect(pathsOf(first!)).toEqual(pathsOf(second!));
    expect(more).toEqual([]);
  });

  test("nothing to say is nothing to draw", async () => {
    expect((await listOf(recipeOf(" \n\u200b "))).layers).toEqual([]);
  });
});

const LETTERS = [
  ..."aAbÄßgjqyWM.,!?'() 0127  \n",
  "ế",
  "Ж",
  "ώ",
  "ش",
  "ل",
  "ا",
  "ש",
  "ם",
  "日",
  "か",
  "कि",
  "e\u0301",
  "😂",
  "👍🏽",
];
const anyBox = fc.record({
  x: fc.double({ min: -0.5, max: 1, noNaN: true }),
  y: fc.double({ min: -0.5, max: 1, noNaN: true }),
  width: fc.double({ min: 0.05, max: 1, noNaN: true }),
  height: fc.double({ min: 0.05, max: 1, noNaN: true }),
  font: fc.constantFrom(...FONT_NAMES.slice(0, 6)),
  align: fc.constantFrom("left" as const, "center" as const, "right" as const),
  vertical: fc.constantFrom("top" as const, "middle" as const, "bottom" as const),
  upperCase: fc.boolean(),
  outline: fc.option(fc.constant(outline), { nil: undefined }),
  text: fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 60 }).map((letters) => {
    // No more emoji than are allowed.
    let emoji = 0;
    return letters.filter((one) => one.length < 2 || !/\p{Emoji}/u.test(one) || ++emoji <= 20).join("");
  }),
});

test("fitted text stays in its box, whatever it says, and comes out the same every time", async () => {
  const again = newLibrary();
  await fc.assert(
    fc.asyncProperty(anyBox, async (box) => {
      const recipe = parsed({ width: 500, height: 400, boxes: [box] });
      const list = await listOf(recipe);
      // A font states the extents of its glyphs in whole units.
      const unit = 0.1;
      for (const [x, y] of pointsOf(list)) {
        expect(x).toBeWithin(box.x * 500 - unit, (box.x + box.width) * 500 + unit);
        expect(y).toBeWithin(box.y * 400 - unit, (box.y + box.height) * 400 + unit);
      }
      const svg = printSvg(list);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      expect(await svgOf(recipe, again)).toBe(svg);
    }),
    { numRuns: 150 },
  );
});

test("each layer lies within its bounds, and each in exactly one strip", async () => {
  for (const recipe of FIFTY) {
    const list = await listOf(recipe);
    const strips = stripsOf(list);
    for (const { bounds } of list.layers) {
      const touched = strips.filter(
        (one) =>
          one.left < bounds.right && bounds.left < one.right && one.top < bounds.bottom && bounds.top < one.bottom,
      );
      expect(touched.length).toBeLessThanOrEqual(1);
    }
    for (const { left, top, right, bottom } of strips) {
      expect([left, top, right, bottom].every(Number.isInteger)).toBeTrue();
      expect(left >= 0 && top >= 0 && right <= recipe.width && bottom <= recipe.height).toBeTrue();
    }
  }
});

test("panels fill the picture, and show the middle of their crop", () => {
  const panel = { base: { kind: "color" as const, color: "#000000" } };
  const places = (count: number, arrangement: Recipe["arrangement"]) =>
    placePanels(
      parsed({ width: 100, height: 200, gap: 0.1, arrangement, panels: Array.from({ length: count }, () => panel) }),
    ).map(({ left, top, right, bottom }) => [left, top, right, bottom]);
  expect(places(1, "stack")).toEqual([[0, 0, 100, 200]]);
  expect(places(2, "stack")).toEqual([
    [0, 0, 100, 95],
    [0, 105, 100, 200],
  ]);
  expect(places(2, "row")).toEqual([
    [0, 0, 45, 200],
    [55, 0, 100, 200],
  ]);
  expect(places(3, "grid")).toEqual([
    [0, 0, 45, 95],
    [55, 0, 100, 95],
    [0, 105, 100, 200],
  ]);
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  const square = { left: 0, top: 0, right: 50, bottom: 50 };
  expect(sourceOf(whole, { width: 300, height: 100 }, square)).toEqual({ left: 100, top: 0, right: 200, bottom: 100 });
  expect(sourceOf({ ...whole, y: 0.5, height: 0.5 }, { width: 50, height: 400 }, square)).toEqual({
    left: 0,
    top: 275,
    right: 50,
    bottom: 325,
  });
});

test("every drawing of an emoji is in the file where it is looked for, and is nothing but shapes", async () => {
  let count = 0;
  for (const file of readdirSync(join(ROOT, "assets/emoji")).filter((name) => name.endsWith(".json"))) {
    const drawings = (await Bun.file(join(ROOT, "assets/emoji", file)).json()) as Record<string, object[]>;
    for (const [name, shapes] of Object.entries(drawings)) {
      count++;
      if (emojiFileOf(name) !== file || shapes.length === 0) throw new Error(`${name} in ${file}`);
      for (const { d, fill, opacity = 1, evenOdd = true, transform = "scale(1)", ...rest } of shapes as Record<
        string,
        unknown
      >[])
        if (
          !/^[MmLlHhVvCcSsQqTtAaZz\d\s.,e-]+$/.test(String(d)) ||
          !/^#[0-9a-f]{6}$/.test(String(fill)) ||
          typeof opacity !== "number" ||
          evenOdd !== true ||
          !/^[a-z]+\([-\d., e]+\)/.test(String(transform)) ||
          Object.keys(rest).length > 0
        )
          throw new Error(`${name} in ${file}`);
    }
  }
  expect(count).toBeGreaterThan(3900);
  expect(emojiName("❤️")).toBe("2764");
});
