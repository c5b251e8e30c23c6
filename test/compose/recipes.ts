import { readRecipe, type Recipe, type RecipeInput } from "../../src/compose/recipe.ts";
import { STICKER_NAMES } from "../../src/compose/stickers.ts";

type Box = NonNullable<RecipeInput["boxes"]>[number];

export const outline = { color: "#000000", width: 0.1 };
const CLASSIC = { outline, upperCase: true };
const TOP = { x: 0.03, y: 0.02, width: 0.94, height: 0.25, vertical: "top" } as const;
const BOTTOM = { x: 0.03, y: 0.73, width: 0.94, height: 0.25, vertical: "bottom" } as const;
const MIDDLE = { x: 0.1, y: 0.3, width: 0.8, height: 0.4 };

/** A recipe on plain colour, with these words in the middle. */
export const recipeOf = (text: string, box: Partial<Box> = {}, rest: Partial<RecipeInput> = {}): Recipe =>
  parsed({ boxes: [{ ...MIDDLE, text, ...box }], ...rest });

export function parsed(input: Partial<RecipeInput>): Recipe {
  const panels = [{ base: { kind: "color" as const, color: "#5a4fcf" } }];
  const read = readRecipe({ version: 1, width: 360, height: 360, panels, ...input });
  if (!("recipe" in read)) throw new Error(JSON.stringify(read.refused));
  return read.recipe;
}

const TEXTS = [
  "When the tests pass on the first try",
  "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "Příliš žluťoučký kůň úpěl ďábelské ódy",
  "Tiếng Việt: Chữ Quốc ngữ đầy dấu",
  "Съешь ещё этих мягких французских булок",
  "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
  "مرحبا بالعالم، عندي 42 hello مشكلة",
  "گربه‌ها می‌خواهند پیتزا",
  "שלום (עולם) 3.14 abc דג סקרן",
  "日本語の文章は、どこでも改行できます。",
  "नमस्ते दुनिया, क्या हाल है",
  "e\u0301 n\u0303 o\u0308\u0304 stacked marks",
  "😂 works 👨‍👩‍👧 in 🇩🇪 words 👍🏽 ❤️ ❤ 1️⃣",
  "AVAToWaTe fi ffl kerning, Ta To",
];

const FONTS = ["anton", "oswald", "comic-relief", "bangers", "inter", "noto-sans"] as const;
const four = ["#aa3355", "#3355aa", "#33aa55", "#ccaa22"].map((color) => ({ base: { kind: "color" as const, color } }));

/** All scripts, fonts, turns and shapes: whatever the browser and the server might disagree on. */
export const FIFTY: Recipe[] = [
  ...TEXTS.map((text, at) => recipeOf(text, { ...CLASSIC, font: FONTS[at % FONTS.length]! })),
  ...TEXTS.map((text, at) => recipeOf(text, { font: FONTS[(at + 3) % FONTS.length]!, rotation: at * 23.7 - 170 })),
  ...(["left", "center", "right"] as const).map((align) => recipeOf("One\n\ntwo and three", { align, outline })),
  ...(["top", "middle", "bottom"] as const).map((vertical) => recipeOf("ÄÖÜ gypsy", { vertical, outline })),
  recipeOf("istanbul ılık", { ...CLASSIC, language: "tr" }),
  recipeOf("Straße ŉ ﬁ", CLASSIC),
  recipeOf("Hard shadow", { ...CLASSIC, shadow: { color: "#ffcc00", x: 0.08, y: 0.08 } }),
  recipeOf("No outline but a shadow", { shadow: { color: "#000000", x: -0.05, y: 0.05 } }),
  recipeOf("Fixed size that runs over its box", { size: { kind: "fixed", size: 0.3 }, outline }),
  recipeOf("tiny box, many words in it, none of them cut in two", { width: 0.1, height: 0.1 }),
  parsed({
    width: 1080,
    height: 1080,
    boxes: [
      { ...TOP, ...CLASSIC, text: "One does not simply" },
      { ...BOTTOM, ...CLASSIC, text: "render text twice" },
    ],
  }),
  parsed({ panels: four, arrangement: "grid", gap: 0.02, boxes: [{ ...TOP, ...CLASSIC, text: "Four panels" }] }),
  parsed({ panels: four.slice(1), width: 301, height: 777, gap: 0.013 }),
  parsed({
    stickers: [
      { emoji: "🔥", x: 0.1, y: 0.1, size: 0.4, rotation: 33 },
      { emoji: "🏳️‍🌈", x: 0.5, y: 0.5, size: 0.3, mirrored: true },
      { emoji: "🐵", x: 0.8, y: -0.1, size: 0.5 },
    ],
  }),
  parsed({
    panels: four.slice(2),
    arrangement: "row",
    boxes: [{ ...BOTTOM, text: "Two", font: "bangers" }],
    stickers: STICKER_NAMES.slice(0, 14).map((sticker, at) => ({
      sticker,
      x: (at % 4) * 0.24 + 0.02,
      y: Math.floor(at / 4) * 0.24 + 0.02,
      size: 0.22,
      rotation: at * 9,
    })),
  }),
  parsed({
    width: 720,
    height: 720,
    panels: four.slice(1),
    arrangement: "grid",
    background: "#000000",
    gap: 0.05,
    stickers: STICKER_NAMES.slice(14).map((sticker, at) => ({
      sticker,
      x: (at % 4) * 0.24 + 0.02,
      y: Math.floor(at / 4) * 0.24 + 0.02,
      size: 0.22,
      mirrored: at % 2 === 1,
    })),
  }),
  parsed({
    strokes: [
      {
        color: "#ff0000",
        width: 0.02,
        points: [
          [0.1, 0.1],
          [0.5, 0.9],
          [0.9, 0.2],
          [0.2, 0.6],
        ],
      },
      { color: "#00ff00", width: 0.1, points: [[0.8, 0.8]] },
    ],
    boxes: [{ ...TOP, text: "Over the pen", outline, rotation: -4 }],
  }),
  recipeOf("Half outside", { x: 0.7, y: 0.8, width: 0.8, height: 0.5, ...CLASSIC }),
];
