import type { Recipe } from "./recipe.ts";

export type ItemKind = "box" | "sticker" | "stroke";

/** Something that lies on the picture. */
export interface Item {
  kind: ItemKind;
  at: number;
}

/** All of a kind, in the order of the recipe. */
export const listOf = (recipe: Recipe, kind: ItemKind): readonly { layer?: number | undefined }[] =>
  kind === "box" ? recipe.boxes : kind === "sticker" ? recipe.stickers : recipe.strokes;

/** From the lowest to the topmost. Within a layer, words lie over stickers, and stickers over the pen's lines. */
export const itemsOf = (recipe: Recipe): Item[] =>
  (["stroke", "sticker", "box"] as const)
    .flatMap((kind) => listOf(recipe, kind).map(({ layer = 0 }, at) => ({ kind, at, layer })))
    .sort((a, b) => a.layer - b.layer)
    .map(({ kind, at }) => ({ kind, at }));
