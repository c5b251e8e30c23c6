import { readRecipe, type Recipe, type RecipeInput } from "../../compose/recipe.ts";
import { DomainError } from "../../errors.ts";
import type { Template } from "../../entities/template.ts";
import { message } from "../../words/messages.ts";
import { canvasFor } from "../../compose/classic.ts";

export type Box = NonNullable<RecipeInput["boxes"]>[number];

const CLASSIC = { font: "anton", upperCase: true, outline: { color: "#000000", width: 0.1 } } as const;
const LABEL = { font: "anton", outline: { color: "#000000", width: 0.1 }, size: { kind: "fit", most: 0.08 } } as const;
const TOP: Box = { ...CLASSIC, x: 0.03, y: 0.02, width: 0.94, height: 0.24, vertical: "top", text: "" };
const BOTTOM: Box = { ...TOP, y: 0.74, vertical: "bottom" };
const label = (x: number, y: number): Box => ({ ...LABEL, x, y, width: 0.42, height: 0.26, text: "" });

/** Where the words go, for people who just want to choose. */
export const ARRANGEMENTS = {
  classic: [TOP, BOTTOM],
  top: [TOP],
  bottom: [BOTTOM],
  sides: [label(0.05, 0.37), label(0.53, 0.37)],
  quarters: [label(0.04, 0.12), label(0.54, 0.12), label(0.04, 0.62), label(0.54, 0.62)],
} as const satisfies Record<string, readonly Box[]>;
export type Arrangement = keyof typeof ARRANGEMENTS;

export const isArrangement = (name: string): name is Arrangement => Object.hasOwn(ARRANGEMENTS, name);

interface Parts {
  id: string;
  /** Of its picture. */
  base: { width: number; height: number };
  boxes: readonly Box[];
}

/** The recipe of a template: its picture, and boxes without words. */
export const recipeFor = ({ id, base, boxes }: Parts): Recipe =>
  checked({
    version: 1,
    ...canvasFor(base),
    panels: [{ base: { kind: "template", id } }],
    boxes: boxes.map((box) => ({ ...box, text: "" })),
  });

/** Boxes as staff wrote them down. */
export function readBoxes(template: Template, text: string): Recipe {
  let boxes: unknown;
  try {
    boxes = JSON.parse(text);
  } catch {
    throw new DomainError("invalid", message("error.template-boxes"), { field: "boxes" });
  }
  if (!Array.isArray(boxes)) throw new DomainError("invalid", message("error.template-boxes"), { field: "boxes" });
  return checked({ ...recipeOf(template), boxes: boxes.map((box: object) => ({ ...box, text: "" })) });
}

function checked(value: unknown): Recipe {
  const read = readRecipe(value);
  if ("refused" in read) throw new DomainError("invalid", read.refused, { field: "boxes" });
  return read.recipe;
}

export const recipeOf = ({ recipe }: Pick<Template, "recipe">): Recipe => JSON.parse(recipe) as Recipe;

/** With these words in its boxes, in their order. */
export const withTexts = (recipe: Recipe, texts: readonly string[]): Recipe => ({
  ...recipe,
  boxes: recipe.boxes.map((box, i) => ({ ...box, text: texts[i] ?? "" })),
});
