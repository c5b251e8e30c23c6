import type { Recipe, Sticker, Stroke, TextBox } from "../../compose/recipe.ts";
import { MAX_BOXES, MAX_EMOJI, MAX_LAYER, MAX_POINTS, MAX_STROKES } from "../../compose/limits.ts";
import { isSame } from "./work.ts";
import { plainAngle, type Frame } from "./geometry.ts";
import { itemsOf, listOf, type Item, type ItemKind } from "../../compose/layers.ts";

/** The limits of the recipe's schema. */
const MIN_EXTENT = 0.02;
const MAX_EXTENT = 2;
const MIN_PLACE = -1;
const MAX_PLACE = 2;
/** How far below and beside it a copy lies. */
const COPY_OFFSET = 0.04;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
/** Finer than a tenth of a pixel nobody sees, and drafts stay short. */
const fine = (value: number) => Math.round(value * 1e5) / 1e5;

export const boxAt = (recipe: Recipe, { at }: Item) => recipe.boxes[at]!;

const LISTS = { box: "boxes", sticker: "stickers", stroke: "strokes" } as const;

const withList = (recipe: Recipe, kind: ItemKind, list: readonly object[]): Recipe =>
  ({ ...recipe, [LISTS[kind]]: list }) as Recipe;

export function withItem<T extends TextBox | Sticker | Stroke>(
  recipe: Recipe,
  { kind, at }: Item,
  change: Partial<T>,
): Recipe {
  const list = listOf(recipe, kind).map((one, i) => (i === at ? { ...one, ...change } : one));
  return withList(recipe, kind, list);
}

export const withoutItem = (recipe: Recipe, { kind, at }: Item): Recipe =>
  withList(
    recipe,
    kind,
    listOf(recipe, kind).filter((_, i) => i !== at),
  );

/** On top, if anything has been put in order. */
export function withAdded(recipe: Recipe, kind: ItemKind, made: TextBox | Sticker | Stroke): Recipe {
  const layers = itemsOf(recipe).flatMap((item) => listOf(recipe, item.kind)[item.at]!.layer ?? []);
  const above = layers.length === 0 ? {} : { layer: Math.min(Math.max(...layers) + 1, MAX_LAYER) };
  return withList(recipe, kind, [...listOf(recipe, kind), { ...made, ...above }]);
}

/** One place up or down. */
export function withMoved(recipe: Recipe, item: Item, by: -1 | 1): Recipe {
  const order = itemsOf(recipe);
  const at = order.findIndex((one) => isSame(one, item));
  const moved = order.with(at, order[at + by]!).with(at + by, item);
  return moved.reduce((made, one, layer) => withItem(made, one, { layer }), recipe);
}

export const pointsLeft = (recipe: Recipe) =>
  MAX_POINTS - recipe.strokes.reduce((sum, { points }) => sum + points.length, 0);

/** Whether there is room for one more. */
export function hasRoom(recipe: Recipe, kind: ItemKind): boolean {
  if (kind === "box") return recipe.boxes.length < MAX_BOXES;
  if (kind === "sticker") return recipe.stickers.length < MAX_EMOJI;
  return recipe.strokes.length < MAX_STROKES && pointsLeft(recipe) > 0;
}

/** Beside the original, so that it is seen. */
export function withCopy(recipe: Recipe, item: Item): Recipe {
  const original = listOf(recipe, item.kind)[item.at] as TextBox | Sticker | Stroke;
  const added = withAdded(recipe, item.kind, original);
  const frame = frameOf(added, item);
  const offset = COPY_OFFSET * recipe.width;
  const copy = { kind: item.kind, at: listOf(added, item.kind).length - 1 };
  return withFrame(added, copy, { ...frame, x: frame.x + offset, y: frame.y + offset });
}

export function frameOf(recipe: Recipe, item: Item): Frame {
  const { width, height } = recipe;
  if (item.kind === "stroke") return boundsOf(recipe.strokes[item.at]!, recipe);
  const { x, y, rotation, ...one } = item.kind === "box" ? recipe.boxes[item.at]! : recipe.stickers[item.at]!;
  const size =
    "size" in one && typeof one.size === "number"
      ? { width: one.size * width, height: one.size * width }
      : { width: (one as TextBox).width * width, height: (one as TextBox).height * height };
  return { x: x * width + size.width / 2, y: y * height + size.height / 2, ...size, rotation };
}

function boundsOf({ points, width: pen }: Stroke, { width, height }: Recipe): Frame {
  const xs = points.map(([x]) => x * width);
  const ys = points.map(([, y]) => y * height);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const line = pen * width;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left + line,
    height: bottom - top + line,
    rotation: 0,
  };
}

/** Its middle stays on the picture, where it can be found again. */
export function withFrame(recipe: Recipe, item: Item, frame: Frame): Recipe {
  const { width, height } = recipe;
  const kept = { ...frame, x: clamp(frame.x, 0, width), y: clamp(frame.y, 0, height) };
  if (item.kind === "stroke") return withStroke(recipe, item, kept);
  const rotation = plainAngle(kept.rotation);
  if (item.kind === "sticker") {
    const size = fine(clamp(kept.width / width, MIN_EXTENT, MAX_EXTENT));
    return withItem<Sticker>(recipe, item, { ...cornerOf(kept, size * width, size * width, recipe), size, rotation });
  }
  const across = fine(clamp(kept.width / width, MIN_EXTENT, MAX_EXTENT));
  const down = fine(clamp(kept.height / height, MIN_EXTENT, MAX_EXTENT));
  const corner = cornerOf(kept, across * width, down * height, recipe);
  return withItem<TextBox>(recipe, item, { ...corner, width: across, height: down, rotation });
}

/** Where something may be, as a share of the picture. */
export const placeIn = (share: number) => fine(clamp(share, MIN_PLACE, MAX_PLACE));

const cornerOf = ({ x, y }: Frame, across: number, down: number, { width, height }: Recipe) => ({
  x: placeIn((x - across / 2) / width),
  y: placeIn((y - down / 2) / height),
});

function withStroke(recipe: Recipe, item: Item, to: Frame): Recipe {
  const stroke = recipe.strokes[item.at]!;
  const { width, height } = recipe;
  const from = boundsOf(stroke, recipe);
  const by = Math.max(to.width / from.width, 0.05);
  const points = stroke.points.map(([x, y]): [number, number] => [
    placeIn((to.x + (x * width - from.x) * by) / width),
    placeIn((to.y + (y * height - from.y) * by) / height),
  ]);
  return withItem<Stroke>(recipe, item, { points });
}
