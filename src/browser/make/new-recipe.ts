import { classicRecipe } from "../../compose/classic.ts";
import { MIN_SIDE } from "../../compose/limits.ts";
import type { Panel, Recipe, TextBox } from "../../compose/recipe.ts";

/** Large enough for every screen, and quick to draw. */
const MAX_SIDE = 1600;
const LEAST_LONG = 800;
const BLANK_SIDE = 1080;

export const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/** As large as the picture, within what can be drawn. Small ones are enlarged: letters need pixels. */
export function sizeFor(width: number, height: number): { width: number; height: number } {
  const longest = Math.max(width, height);
  const scale = Math.min(Math.max(1, LEAST_LONG / longest), MAX_SIDE / longest);
  const side = (value: number) => Math.max(MIN_SIDE, Math.round(value * scale));
  return { width: side(width), height: side(height) };
}

/** One text at the top and one at the bottom, with capitals as the language of the page has them. */
export function recipeForPicture(base: Panel["base"], width: number, height: number): Recipe {
  const recipe = classicRecipe(base, { width, height }, []);
  const language = document.documentElement.lang;
  return { ...recipe, ...sizeFor(width, height), boxes: recipe.boxes.map((box) => ({ ...box, language })) };
}

export const blankRecipe = (color: string): Recipe =>
  recipeForPicture({ kind: "color", color }, BLANK_SIDE, BLANK_SIDE);

/** In the middle, like the one before. */
export const newBox = ({ boxes }: Recipe): TextBox => ({
  ...(boxes.at(-1) ?? blankRecipe("#ffffff").boxes[0]!),
  text: "",
  rotation: 0,
  vertical: "middle",
  x: 0.2,
  y: 0.4,
  width: 0.6,
  height: 0.2,
});
