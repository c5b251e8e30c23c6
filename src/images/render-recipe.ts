import { join } from "node:path";

import type { DisplayList } from "../compose/display-list.ts";
import type { EmojiDrawings } from "../compose/emoji.ts";
import { isOwnFont } from "../compose/fonts.ts";
import { layOut } from "../compose/layout.ts";
import { Library } from "../compose/library.ts";
import type { Recipe } from "../compose/recipe.ts";
import { MAX_WORK, workOf } from "../compose/work.ts";
import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";
import { fromPixels, type Film, type Pixels } from "./decode.ts";
import { drawPanels, panelsWork } from "./draw-panels.ts";
import { makeFilm, openFilms } from "./make-film.ts";
import { findOwnFont } from "./own-fonts.ts";
import { Overlay } from "./overlay.ts";
import type { MadeFormat, MadePicture, ProcessedImage, Rendition, StillFormat } from "./process.ts";
import { filmWebp, renderDrawn, renderDrawnFilm, rendition } from "./render.ts";

const ASSETS = join(import.meta.dir, "../../assets");

const libraries = new Map<string | undefined, Library>();

/** With the fonts of the operator's folder, if there is one. */
export const libraryWith = (fonts: string | undefined): Library =>
  libraries.getOrInsertComputed(
    fonts,
    () =>
      new Library({
        font: (file, font) => {
          if (!isOwnFont(font)) return Bun.file(join(ASSETS, "fonts", file)).bytes();
          return fonts === undefined ? undefined : findOwnFont(fonts, font);
        },
        emoji: async (file) => {
          const found = Bun.file(join(ASSETS, "emoji", file));
          return (await found.exists()) ? ((await found.json()) as EmojiDrawings) : undefined;
        },
        stickers: async (file) => (await Bun.file(join(ASSETS, "stickers", file)).json()) as EmojiDrawings,
      }),
  );

export const library = libraryWith(undefined);

/** Encoding a larger WebP takes longer than all the rest. */
const MAX_WEBP_PIXELS = 4_000_000;

function stillFormat({ width, height }: Recipe, wanted: MadeFormat): StillFormat {
  if (wanted === "jpeg" || wanted === "png") return wanted;
  return width * height > MAX_WEBP_PIXELS ? "jpeg" : "webp";
}

/** A recipe, and the pictures it names, in the order of its panels. */
interface Drawing {
  recipe: Recipe;
  format: MadeFormat;
  bases: Uint8Array[];
  /** The folder of the operator's own. */
  fonts?: string | undefined;
}

/** Makes a picture of a recipe. Runs only in a worker process. */
export async function renderRecipe(drawing: Drawing): Promise<MadePicture> {
  const drawn = await draw(drawing);
  const { width, height } = drawing.recipe;
  const made = "film" in drawn ? await filmWebp(drawn.film, 80) : await encode(drawn.still, drawn.encoded);
  return { picture: { ...made, width, height }, frames: "film" in drawn ? drawn.film.header.frames : 1 };
}

/** The same as a meme with all its files. It is encoded once, so it looks as it was drawn. */
export async function renderMeme(drawing: Drawing): Promise<ProcessedImage> {
  const drawn = await draw(drawing);
  if ("film" in drawn) return renderDrawnFilm(drawn.film);
  return renderDrawn(drawn.still, await encode(drawn.still, drawn.encoded));
}

type Drawn = { film: Film } | { still: Pixels; encoded: StillFormat };

async function draw({ recipe, format, bases, fonts }: Drawing): Promise<Drawn> {
  const pictured = recipe.panels.filter(({ base }) => base.kind !== "color").length;
  if (bases.length !== pictured)
    throw new DomainError("invalid", message("make.base-missing", { panels: pictured, given: bases.length }));
  const list = layOut(recipe, await libraryWith(fonts).open(recipe));
  // Before anything is drawn or decoded: then nothing could stop it but killing the worker.
  requireLittleWork(workOf(list));
  const films = format === "film" ? await openFilms(recipe, bases) : [];
  if (films.length > 0) return { film: await makeFilm(films, recipe, list, bases) };
  const encoded = stillFormat(recipe, format);
  requireLittleWork(workOf(list) + (await panelsWork(recipe, bases, encoded)));
  return { still: await drawStill(recipe, list, bases), encoded };
}

function requireLittleWork(work: number) {
  if (work > MAX_WORK) throw new DomainError("invalid", message("make.too-much"));
}

async function encode(still: Pixels, format: StillFormat): Promise<Rendition> {
  const image = fromPixels(still);
  if (format === "webp") return rendition(await image.webp({ quality: 80, effort: 2 }).toBuffer(), "webp");
  if (format === "png") return rendition(await image.png({ compressionLevel: 3 }).toBuffer(), "png");
  // Coloured lettering blurs when its chroma is subsampled.
  const jpeg = { quality: 88, chromaSubsampling: "4:4:4", optimiseCoding: false };
  return rendition(await image.jpeg(jpeg).toBuffer(), "jpg");
}

/** The finished pixels. */
export async function drawStill(recipe: Recipe, list: DisplayList, bases: readonly Uint8Array[]): Promise<Pixels> {
  const canvas = await drawPanels(recipe, [...bases]);
  (await Overlay.draw(list)).layOver(canvas);
  return canvas;
}
