import { join } from "node:path";
import type { Sharp } from "sharp";

import type { DisplayList, Rect } from "../compose/display-list.ts";
import type { EmojiDrawings } from "../compose/emoji.ts";
import { layOut } from "../compose/layout.ts";
import { Library } from "../compose/library.ts";
import { placePanels, sourceOf } from "../compose/panels.ts";
import type { Panel, Recipe } from "../compose/recipe.ts";
import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";
import {
  decodeFilm,
  decodeStill,
  type Film,
  frameOf,
  fromPixels,
  type ImageHeader,
  type Pixels,
  readHeader,
  toPixels,
} from "./decode.ts";
import { requireAllowedPixels, requireAllowedSize } from "./limits.ts";
import { Overlay, paste, plain } from "./overlay.ts";
import type { MadePicture, MadeFormat } from "./process.ts";
import { filmWebp, rendition } from "./render.ts";
import { requireFormat } from "./sniff.ts";

const ASSETS = join(import.meta.dir, "../../assets");

export const library = new Library({
  font: (file) => Bun.file(join(ASSETS, "fonts", file)).bytes(),
  emoji: async (file) => {
    const found = Bun.file(join(ASSETS, "emoji", file));
    return (await found.exists()) ? ((await found.json()) as EmojiDrawings) : undefined;
  },
  stickers: async (file) => (await Bun.file(join(ASSETS, "stickers", file)).json()) as EmojiDrawings,
});

/** Makes a picture of a recipe and the bases it names, in the order of its panels. Runs only in a worker process. */
export async function renderRecipe(recipe: Recipe, format: MadeFormat, bases: Uint8Array[]): Promise<MadePicture> {
  const pictured = recipe.panels.filter(({ base }) => base.kind !== "color").length;
  if (bases.length !== pictured)
    throw new DomainError("invalid", message("make.base-missing", { panels: pictured, given: bases.length }));
  const list = layOut(recipe, await library.open(recipe));
  const { width, height } = recipe;
  // Several panels would have to agree on their frames.
  const film =
    format === "film" && recipe.panels.length === 1 && bases[0] ? await openFilm(bases[0], recipe) : undefined;
  const made = film ? await makeFilm(film, recipe, list) : await makeStill(recipe, list, format, bases);
  return { picture: { ...made, width, height }, frames: film?.header.frames ?? 1 };
}

async function makeStill(recipe: Recipe, list: DisplayList, format: MadeFormat, bases: readonly Uint8Array[]) {
  const image = fromPixels(await drawStill(recipe, list, bases));
  // Coloured lettering blurs when its chroma is subsampled.
  const jpeg = { quality: 88, chromaSubsampling: "4:4:4", optimiseCoding: false };
  if (format === "jpeg") return rendition(await image.jpeg(jpeg).toBuffer(), "jpg");
  return rendition(await image.webp({ quality: 80, effort: 2 }).toBuffer(), "webp");
}

/** The finished pixels. */
export async function drawStill(recipe: Recipe, list: DisplayList, bases: readonly Uint8Array[]): Promise<Pixels> {
  const canvas = await drawPanels(recipe, [...bases]);
  (await Overlay.draw(list)).layOver(canvas);
  return canvas;
}

async function drawPanels(recipe: Recipe, bases: Uint8Array[]): Promise<Pixels> {
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

function openBase(bytes: Uint8Array): Promise<ImageHeader> {
  requireAllowedSize(bytes);
  return readHeader(bytes, requireFormat(bytes));
}

/** A part of a picture, in the size of its place, opaque. */
const fill = (image: Sharp, part: Rect, place: Rect, background: string): Promise<Pixels> =>
  toPixels(
    image
      .extract({ left: part.left, top: part.top, width: part.right - part.left, height: part.bottom - part.top })
      .resize({ width: place.right - place.left, height: place.bottom - place.top, fit: "fill" })
      .flatten({ background })
      .toColourspace("srgb"),
  );

async function openFilm(bytes: Uint8Array, { width, height }: Recipe): Promise<Film | undefined> {
  const header = await openBase(bytes);
  if (header.frames === 1) return undefined;
  requireAllowedPixels(width, height, header.frames, "webp");
  return decodeFilm(bytes, header);
}

/** The overlay is drawn once, and laid over every frame. */
async function makeFilm(film: Film, recipe: Recipe, list: DisplayList) {
  const { width, height, panels, background } = recipe;
  const { header } = film;
  const [place] = placePanels(recipe);
  const part = sourceOf(panels[0]!.crop, header, place!);
  const frames: Buffer[] = [];
  for (let at = 0; at < header.frames; at++)
    frames.push((await fill(frameOf(film, at), part, place!, background)).data);
  const made = { data: Buffer.concat(frames), info: { width, height: height * header.frames, channels: 3 as const } };
  (await Overlay.draw(list)).layOver(made, height);
  return filmWebp({ ...made, header }, 80);
}
