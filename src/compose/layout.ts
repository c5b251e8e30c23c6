import { rounded, turned, type DisplayList, type Layer } from "./display-list.ts";
import { drawEmoji } from "./draw-emoji.ts";
import type { Room } from "./fit.ts";
import { itemsOf } from "./layers.ts";
import { layOutBox } from "./layout-text.ts";
import type { Kit } from "./library.ts";
import { emojiWork, strokeWork } from "./work.ts";
import type { Recipe, Sticker, Stroke } from "./recipe.ts";

/** All that lies over the base. */
export function layOut(recipe: Recipe, kit: Kit): DisplayList {
  const { width, height, boxes, stickers, strokes } = recipe;
  const picture = { width, height };
  const layers = itemsOf(recipe).flatMap(({ kind, at }) => {
    if (kind === "stroke") return layOutStroke(strokes[at]!, picture);
    return (
      (kind === "sticker" ? layOutSticker(stickers[at]!, picture, kit) : layOutBox(boxes[at]!, picture, kit)) ?? []
    );
  });
  return { width, height, layers };
}

function layOutStroke({ color, width, points }: Stroke, picture: Room): Layer {
  const xs = points.map(([x]) => rounded(x * picture.width));
  const ys = points.map(([, y]) => rounded(y * picture.height));
  const strokeWidth = rounded(width * picture.width);
  // A line without a length would be no dot everywhere.
  const d = xs.length === 1 ? `M${xs[0]} ${ys[0]}h0.01` : xs.map((x, at) => `${at ? "L" : "M"}${x} ${ys[at]}`).join("");
  const half = strokeWidth / 2;
  return {
    item: { kind: "path", d, stroke: color, strokeWidth },
    bounds: {
      left: Math.min(...xs) - half,
      top: Math.min(...ys) - half,
      right: Math.max(...xs) + half,
      bottom: Math.max(...ys) + half,
    },
    work: strokeWork(xs, ys, strokeWidth, picture.height),
  };
}

function layOutSticker(sticker: Sticker, picture: Room, kit: Kit): Layer {
  const { x, y, size, rotation, mirrored } = sticker;
  const [left, top, side] = [x * picture.width, y * picture.height, size * picture.width];
  const [middle, centre] = [rounded(left + side / 2), rounded(top + side / 2)];
  const turn = rotation === 0 ? "" : `rotate(${rounded(rotation)} ${middle} ${centre}) `;
  const shapes = kit.sticker(sticker);
  return {
    item: drawEmoji(shapes, left, top, side, { mirrored, turn }),
    bounds: turned({ left, top, right: left + side, bottom: top + side }, rotation, middle, centre),
    work: emojiWork(shapes, side, picture.width * picture.height),
  };
}
