import { MAX_SIDE, MIN_SIDE } from "./limits.ts";
import type { Panel, Recipe, TextBox } from "./recipe.ts";

/** As wide as memes are shown. */
const WIDTH = 1080;

interface Size {
  width: number;
  height: number;
}

/** How large a meme made from a picture is: as large as the picture, within what we draw and show. */
export function canvasFor({ width, height }: Size): Size {
  const scale = Math.min(1, WIDTH / width, MAX_SIDE / height);
  const side = (length: number) => Math.min(MAX_SIDE, Math.max(MIN_SIDE, Math.round(length * scale)));
  return { width: side(width), height: side(height) };
}

const LETTERS = {
  rotation: 0,
  font: "anton",
  align: "center",
  color: "#ffffff",
  outline: { color: "#000000", width: 0.1 },
  upperCase: true,
  language: "en",
  size: { kind: "fit", most: 0.13 },
} as const;

const boxAt = (text: string, y: number, vertical: TextBox["vertical"]): TextBox => ({
  ...LETTERS,
  text,
  x: 0.03,
  y,
  width: 0.94,
  height: 0.26,
  vertical,
});

/** A picture with a line above and one below, as people have made them since 2007. */
export const classicRecipe = (base: Panel["base"], size: Size, [top = "", bottom = ""]: readonly string[]): Recipe => ({
  version: 1,
  ...canvasFor(size),
  panels: [{ base, crop: { x: 0, y: 0, width: 1, height: 1 } }],
  arrangement: "stack",
  gap: 0,
  background: "#ffffff",
  boxes: [boxAt(top, 0.02, "top"), boxAt(bottom, 0.72, "bottom")],
  stickers: [],
  strokes: [],
});
