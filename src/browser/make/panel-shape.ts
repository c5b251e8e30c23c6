import type { Rect } from "../../compose/display-list.ts";
import { itemsOf, listOf, type Item } from "../../compose/layers.ts";
import { placePanels } from "../../compose/panels.ts";
import type { Panel, Recipe, Sticker, Stroke, TextBox } from "../../compose/recipe.ts";
import type { Frame } from "./geometry.ts";
import { frameOf, placeIn, withFrame, withItem } from "./items.ts";
import { sizeFor } from "./new-recipe.ts";

interface Size {
  width: number;
  height: number;
}

/** How many panels stand beside and below each other. */
function gridOf(count: number, arrangement: Recipe["arrangement"]): { columns: number; rows: number } {
  if (arrangement === "stack") return { columns: 1, rows: count };
  if (arrangement === "row" || count <= 2) return { columns: count, rows: 1 };
  return { columns: 2, rows: 2 };
}

/** Other panels, each in the shape that panels had. */
export function withPanels(
  recipe: Recipe,
  panels: readonly Panel[],
  arrangement: Recipe["arrangement"] = recipe.arrangement,
): Recipe {
  const before = gridOf(recipe.panels.length, recipe.arrangement);
  const now = gridOf(panels.length, arrangement);
  const size = sizeFor((recipe.width / before.columns) * now.columns, (recipe.height / before.rows) * now.rows);
  return withItemsOf(recipe, { ...recipe, ...size, panels: [...panels], arrangement });
}

/** In another order. */
export const withPanelsIn = (recipe: Recipe, panels: readonly Panel[]): Recipe =>
  withItemsOf(recipe, { ...recipe, panels: [...panels] });

/** What lies on a panel goes where the panel goes, and becomes larger or smaller with it. */
function withItemsOf(before: Recipe, after: Recipe): Recipe {
  const [from, to] = [placePanels(before), placePanels(after)];
  return itemsOf(before).reduce((made, item) => {
    const frame = frameOf(before, item);
    const at = from.findIndex((place) => isWithin(frame, place));
    const found = after.panels.indexOf(before.panels[at]!);
    const way = wayBetween(from[Math.max(at, 0)]!, to[found < 0 ? Math.min(Math.max(at, 0), to.length - 1) : found]!);
    return withItem(made, item, carried(before, after, item, way));
  }, after);
}

const isWithin = ({ x, y }: Frame, { left, top, right, bottom }: Rect) =>
  x >= left && x <= right && y >= top && y <= bottom;

interface Way {
  scale: number;
  /** A point, in pixels. */
  move(x: number, y: number): [x: number, y: number];
}

function wayBetween(from: Rect, to: Rect): Way {
  const across = (to.right - to.left) / (from.right - from.left);
  const down = (to.bottom - to.top) / (from.bottom - from.top);
  return {
    scale: Math.min(across, down),
    move: (x, y) => [to.left + (x - from.left) * across, to.top + (y - from.top) * down],
  };
}

function carried(before: Recipe, after: Recipe, item: Item, { scale, move }: Way): Partial<TextBox & Sticker & Stroke> {
  /** Of a share of the width. */
  const scaled = (share: number, least: number, most: number) =>
    Math.min(Math.max((share * before.width * scale) / after.width, least), most);
  if (item.kind === "stroke") {
    const { points, width } = before.strokes[item.at]!;
    const moved = points.map(([x, y]): [number, number] => {
      const [across, down] = move(x * before.width, y * before.height);
      return [placeIn(across / after.width), placeIn(down / after.height)];
    });
    return { width: scaled(width, 0.001, 0.2), points: moved };
  }
  const frame = frameOf(before, item);
  const [x, y] = move(frame.x, frame.y);
  const at = { ...frame, x, y, width: frame.width * scale, height: frame.height * scale };
  const framed = listOf(withFrame(after, item, at), item.kind)[item.at]!;
  if (item.kind === "sticker") return framed;
  const { size } = before.boxes[item.at]!;
  const letters =
    size.kind === "fit"
      ? { ...size, most: scaled(size.most, 0.01, 0.5) }
      : { ...size, size: scaled(size.size, 0.01, 0.5) };
  return { ...framed, size: letters } as Partial<TextBox & Sticker & Stroke>;
}

/** Every panel in another shape, as width to height. */
export function withShape(recipe: Recipe, shape: number): Recipe {
  const { columns, rows } = gridOf(recipe.panels.length, recipe.arrangement);
  const wide = recipe.width / columns;
  return { ...recipe, ...sizeFor(wide * columns, (wide / shape) * rows) };
}

export const shapeOf = (recipe: Recipe): number => {
  const { columns, rows } = gridOf(recipe.panels.length, recipe.arrangement);
  return recipe.width / columns / (recipe.height / rows);
};

/** Another part of one panel's base. A single picture takes the shape of what is left of it. */
export function withCrop(recipe: Recipe, at: number, crop: Panel["crop"], base: Size): Recipe {
  const panels = recipe.panels.map((panel, i) => (i === at ? { ...panel, crop } : panel));
  const size = panels.length === 1 ? sizeFor(crop.width * base.width, crop.height * base.height) : {};
  return { ...recipe, ...size, panels };
}
