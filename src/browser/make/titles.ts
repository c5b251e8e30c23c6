import { boxTitle } from "../../shared/box-title.ts";
import type { Recipe } from "../../compose/recipe.ts";
import { say } from "./say.ts";
import type { Item } from "../../compose/layers.ts";

const MAX_SHOWN = 30;

/** What a text box is called. */
export function boxName(recipe: Pick<Recipe, "boxes">, at: number): string {
  const title = boxTitle(recipe.boxes, at);
  return title === "other" ? say("browser.make-text-other", { number: at + 1 }) : say(`browser.make-text-${title}`);
}

/** An item by name, and what it says. */
export function titleOf(recipe: Recipe, { kind, at }: Item): string {
  if (kind === "stroke") return say("browser.make-line", { number: at + 1 });
  if (kind === "sticker") return say("browser.make-sticker-named", { name: stickerName(recipe.stickers[at]!) });
  const text = recipe.boxes[at]!.text.trim().replace(/\s+/g, " ");
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return shown === "" ? boxName(recipe, at) : `${boxName(recipe, at)}: ${shown}`;
}

export const stickerName = ({ emoji, sticker }: Recipe["stickers"][number]): string =>
  sticker ? say(`browser.make-sticker-${sticker}`) : (emoji ?? "");
