import type { Sharp } from "sharp";

import type { Rect } from "../compose/display-list.ts";
import { placePanels, sourceOf } from "../compose/panels.ts";
import type { Panel, Recipe } from "../compose/recipe.ts";
import { areaOf } from "../compose/work.ts";
import { decodeStill, type ImageHeader, type Pixels, readHeader, toPixels } from "./decode.ts";
import { requireAllowedSize } from "./limits.ts";
import type { StillFormat } from "./process.ts";
import { paste, plain } from "./overlay.ts";
import { requireFormat } from "./sniff.ts";

/** In the units of compose/work.ts: to encode a picture, to decode one, and to enlarge one. */
const PER_PIXEL_MADE = { jpeg: 0.03, png: 0.06, webp: 0.12 };
const PER_PIXEL_READ = { jpeg: 0.015, png: 0.015, gif: 0.015, webp: 0.045, avif: 0.045 };
const PER_PIXEL_ENLARGED = { cubic: 0.07, linear: 0.04 };

/** Enlarged to more than this, nobody sees the difference. */
const MAX_CUBIC_PIXELS = 4_000_000;

/** What a still takes besides what lies over it. Only headers are read. */
export async function panelsWork(recipe: Recipe, bases: readonly Uint8Array[], encoded: StillFormat): Promise<number> {
  let work = recipe.width * recipe.height * PER_PIXEL_MADE[encoded];
  for (const { bytes, crop, place } of picturedIn(recipe, bases)) {
    const header = await openBase(bytes);
    work += header.width * header.height * PER_PIXEL_READ[requireFormat(bytes)];
    if (areaOf(sourceOf(crop, header, place)) < areaOf(place))
      work += areaOf(place) * PER_PIXEL_ENLARGED[kernelFor(place)];
  }
  return work;
}

const kernelFor = (place: Rect) => (areaOf(place) > MAX_CUBIC_PIXELS ? "linear" : "cubic");

/** A panel that shows a picture. */
export interface PicturedPanel {
  bytes: Uint8Array;
  crop: Panel["crop"];
  place: Rect;
}

export function picturedIn(recipe: Recipe, bases: readonly Uint8Array[]): PicturedPanel[] {
  const places = placePanels(recipe);
  const pictured = recipe.panels.flatMap(({ base, crop }, at) =>
    base.kind === "color" ? [] : { crop, place: places[at]! },
  );
  return pictured.map((panel, at) => ({ ...panel, bytes: bases[at]! }));
}

/** All panels, those that move as they begin. */
export async function drawPanels(recipe: Recipe, bases: Uint8Array[]): Promise<Pixels> {
  const { width, height, background, panels } = recipe;
  const places = placePanels(recipe);
  const isWhole = panels.length === 1;
  const canvas = isWhole ? undefined : plain(width, height, background);
  for (const [at, panel] of panels.entries()) {
    const pixels = await drawPanel(panel, places[at]!, background, () => bases.shift()!);
    if (!canvas) return pixels;
    paste(canvas, pixels, places[at]!);
  }
  return canvas!;
}

async function drawPanel({ base, crop }: Panel, place: Rect, background: string, next: () => Uint8Array) {
  if (base.kind === "color") return plain(place.right - place.left, place.bottom - place.top, base.color);
  const bytes = next();
  const header = await openBase(bytes);
  return fill(decodeStill(bytes), sourceOf(crop, header, place), place, background);
}

export function openBase(bytes: Uint8Array): Promise<ImageHeader> {
  requireAllowedSize(bytes);
  return readHeader(bytes, requireFormat(bytes));
}

/** A part of a picture, in the size of its place, opaque. */
export const fill = (image: Sharp, part: Rect, place: Rect, background: string): Promise<Pixels> =>
  toPixels(
    image
      .extract({ left: part.left, top: part.top, width: part.right - part.left, height: part.bottom - part.top })
      .resize({
        width: place.right - place.left,
        height: place.bottom - place.top,
        fit: "fill",
        // If it shrinks, the default is better.
        ...(areaOf(part) < areaOf(place) && { kernel: kernelFor(place) }),
      })
      .flatten({ background })
      .toColourspace("srgb"),
  );
