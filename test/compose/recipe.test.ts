import { describe, expect, test } from "bun:test";

import { readRecipe } from "../../src/compose/recipe.ts";
import { wordsIn } from "../../src/words/words.ts";
import { FIFTY } from "./recipes.ts";

const panel = { base: { kind: "color", color: "#123456" } };
const box = { x: 0, y: 0, width: 1, height: 0.2, text: "Hi" };
const plain = { version: 1, width: 400, height: 300, panels: [panel] };
const many = <T>(length: number, value: T) => Array.from({ length }, () => value);
const stroke = (count: number) => ({ color: "#000000", width: 0.01, points: many(count, [0.5, 0.5]) });

function refusalOf(value: unknown): string {
  const read = readRecipe(value);
  if ("recipe" in read) return "accepted";
  return typeof read.refused === "string" ? read.refused : wordsIn("en").translate(read.refused);
}

test("fills in what a beginner leaves out", () => {
  const read = readRecipe({ ...plain, boxes: [box] });
  expect(read).toMatchObject({
    recipe: {
      arrangement: "stack",
      panels: [{ crop: { x: 0, y: 0, width: 1, height: 1 } }],
      boxes: [{ font: "anton", align: "center", color: "#ffffff", size: { kind: "fit", most: 0.13 } }],
      stickers: [],
      strokes: [],
    },
  });
});

test("a recipe survives as JSON, and means the same when it is read again", () => {
  for (const recipe of FIFTY) expect(readRecipe(JSON.parse(JSON.stringify(recipe)))).toEqual({ recipe });
});

test("accepts exactly as much as the limits allow", () => {
  const most = {
    ...plain,
    width: 4000,
    height: 4000,
    panels: many(4, panel),
    boxes: many(20, { ...box, text: "x".repeat(50) }),
    stickers: many(20, { emoji: "🔥", x: 0, y: 0, size: 0.1 }),
    strokes: [stroke(2000)],
  };
  expect(refusalOf(most)).toBe("accepted");
});

const inSticker = (what: object) => ({ ...plain, stickers: [{ ...what, x: 0, y: 0, size: 1 }] });
const inBox = (change: object) => ({ ...plain, boxes: [{ ...box, ...change }] });

describe("refuses with one sentence", () => {
  test.each([
    ["nothing", undefined, "Something is wrong with the recipe: recipe is missing, or isn't what belongs there."],
    ["another version", { ...plain, version: 2 }, "We can't read this version of recipes. Send version 1."],
    ["a picture too wide", { ...plain, width: 4001 }, "In the recipe, width can't be more than 4,000."],
    ["a picture too small", { ...plain, height: 63 }, "In the recipe, height can't be less than 64."],
    ["half a pixel", { ...plain, width: 100.5 }, "width is missing, or isn't what belongs there."],
    ["no panel", { ...plain, panels: [] }, "In the recipe, panels has too few entries; it needs 1."],
    ["five panels", { ...plain, panels: many(5, panel) }, "panels has too many entries; the limit is 4."],
    ["21 boxes", { ...plain, boxes: many(21, box) }, "boxes has too many entries; the limit is 20."],
    [
      "1,001 characters",
      inBox({ text: "x".repeat(1001) }),
      "The texts have 1,001 characters in all; the limit is 1,000.",
    ],
    ["21 emoji in a text", inBox({ text: "😂".repeat(21) }), "There are 21 emoji; the limit is 20."],
    [
      "21 emoji in texts and as stickers",
      { ...inBox({ text: "👨‍👩‍👧" }), stickers: many(20, { emoji: "🔥", x: 0, y: 0, size: 0.1 }) },
      "There are 21 emoji; the limit is 20.",
    ],
    ["2,001 points", { ...plain, strokes: [stroke(2000), stroke(1)] }, "The drawing has 2,001 points in all"],
    ["NaN", inBox({ x: Number.NaN }), "boxes.0.x is missing, or isn't what belongs there."],
    ["infinity", inBox({ rotation: Infinity }), "boxes.0.rotation is missing, or isn't what belongs there."],
    ["a place far away", inBox({ x: 1e9 }), "In the recipe, boxes.0.x can't be more than 2."],
    ["a size of nothing", inBox({ width: 0 }), "In the recipe, boxes.0.width can't be less than 0.02."],
    ["a colour by name", inBox({ color: "red" }), "In the recipe, boxes.0.color has to be a colour such as #ff8800."],
    ["markup as a colour", inBox({ color: '#000000"/><script>' }), "has to be a colour such as #ff8800."],
    ["an unknown font", inBox({ font: "papyrus" }), "boxes.0.font has to be a font that we have: anton, oswald, "],
    ["an unknown field", inBox({ href: "http://example.org" }), 'boxes.0 has a field "href", which we don\'t know.'],
    [
      "an address as a base",
      { ...plain, panels: [{ base: { kind: "meme", id: "../x" } }] },
      "panels.0.base.id is missing",
    ],
    ["a language that is none", inBox({ language: "x_y" }), "boxes.0.language is missing"],
    [
      "a word as a sticker",
      { ...plain, stickers: [{ emoji: "x", x: 0, y: 0, size: 1 }] },
      "A sticker has to be a single emoji.",
    ],
    ["a sticker that is nothing", inSticker({}), "A sticker needs either an emoji or the name of one of our stickers"],
    ["a sticker that is two", inSticker({ emoji: "🔥", sticker: "crown" }), "and not both."],
    ["an unknown sticker", inSticker({ sticker: "../crown" }), "stickers.0.sticker is missing, or isn't what belongs"],
    [
      "21 stickers of the house",
      { ...plain, stickers: many(21, { sticker: "crown", x: 0, y: 0, size: 0.1 }) },
      "stickers has too many entries; the limit is 20.",
    ],
    [
      "a crop beyond the picture",
      { ...plain, panels: [{ ...panel, crop: { x: 0.5, y: 0, width: 0.6, height: 1 } }] },
      "The crop reaches beyond the picture.",
    ],
  ])("%s", (_, value, sentence) => {
    expect(refusalOf(value)).toContain(sentence);
  });
});
