import type { Rect } from "./display-list.ts";
import type { Panel, Recipe } from "./recipe.ts";

/** Where each panel stands, in whole pixels. */
export function placePanels({ width, height, arrangement, panels, gap }: Recipe): Rect[] {
  const between = Math.round(gap * width);
  const rows = rowsOf(panels.length, arrangement);
  const bands = split(height, rows.length, between);
  return rows.flatMap((columns, row) =>
    split(width, columns, between).map(([left, right]) => ({
      left,
      right,
      top: bands[row]![0],
      bottom: bands[row]![1],
    })),
  );
}

/** How many panels each row has. The third of three takes a row of its own. */
function rowsOf(count: number, arrangement: Recipe["arrangement"]): number[] {
  if (arrangement === "stack") return Array.from({ length: count }, () => 1);
  if (arrangement === "row" || count <= 2) return [count];
  return [2, count - 2];
}

function split(length: number, count: number, gap: number): [from: number, to: number][] {
  const each = (length - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, at) => {
    const from = at * (each + gap);
    return [Math.round(from), Math.round(from + each)];
  });
}

/** The part of a base that a panel shows, in whole pixels of the base: the middle of the crop, in the panel's shape. */
export function sourceOf(crop: Panel["crop"], base: { width: number; height: number }, panel: Rect): Rect {
  const shape = (panel.right - panel.left) / (panel.bottom - panel.top);
  const [across, down] = [crop.width * base.width, crop.height * base.height];
  const width = whole(Math.min(across, down * shape), base.width);
  const height = whole(Math.min(down, across / shape), base.height);
  const left = Math.min(Math.max(0, Math.round(crop.x * base.width + (across - width) / 2)), base.width - width);
  const top = Math.min(Math.max(0, Math.round(crop.y * base.height + (down - height) / 2)), base.height - height);
  return { left, top, right: left + width, bottom: top + height };
}

const whole = (value: number, most: number) => Math.min(Math.max(1, Math.round(value)), most);
