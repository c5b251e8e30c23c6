import type { DisplayList, Rect } from "../compose/display-list.ts";
import { sourceOf } from "../compose/panels.ts";
import type { Recipe } from "../compose/recipe.ts";
import { decodeFilm, type Film, frameOf, type ImageHeader } from "./decode.ts";
import { drawPanels, fill, openBase, picturedIn, type PicturedPanel } from "./draw-panels.ts";
import { requireAllowedPixels } from "./limits.ts";
import { Overlay, paste } from "./overlay.ts";

/** A panel that moves. */
interface MovingPanel {
  film: Film;
  part: Rect;
  place: Rect;
}

/** The panels that move. The one that plays longest comes first. */
export async function openFilms(recipe: Recipe, bases: readonly Uint8Array[]): Promise<MovingPanel[]> {
  const found: (PicturedPanel & { header: ImageHeader })[] = [];
  for (const panel of picturedIn(recipe, bases)) {
    const header = await openBase(panel.bytes);
    if (header.frames > 1) found.push({ ...panel, header });
  }
  found.sort((one, other) => durationOf(other.header) - durationOf(one.header));
  const [longest] = found;
  if (!longest) return [];
  // Before anything is decoded.
  requireAllowedPixels(recipe.width, recipe.height, longest.header.frames, "webp");
  const films: MovingPanel[] = [];
  for (const { header, bytes, crop, place } of found)
    films.push({ film: await decodeFilm(bytes, header), part: sourceOf(crop, header, place), place });
  return films;
}

/** Browsers show a frame without a delay for this long. */
const DEFAULT_DELAY_MS = 100;
const delayOf = ({ delays }: ImageHeader, frame: number) => delays[frame] || DEFAULT_DELAY_MS;

/** Of one round, in milliseconds. */
export function durationOf(header: ImageHeader): number {
  let sum = 0;
  for (let frame = 0; frame < header.frames; frame++) sum += delayOf(header, frame);
  return sum;
}

/** The frame that an animation shows at this time, if it starts again at its end. */
function frameAt(header: ImageHeader, time: number): number {
  let left = time % durationOf(header);
  let frame = 0;
  while (left >= delayOf(header, frame)) left -= delayOf(header, frame++);
  return frame;
}

/**
 * The frames of the longest animation; shorter ones repeat meanwhile. The overlay is drawn once, and laid over every
 * frame.
 */
export async function makeFilm(
  films: readonly MovingPanel[],
  recipe: Recipe,
  list: DisplayList,
  bases: readonly Uint8Array[],
): Promise<Film> {
  const { width, height, background } = recipe;
  const { header } = films[0]!.film;
  const still = await drawPanels(recipe, [...bases]);
  const data = Buffer.alloc(still.data.length * header.frames);
  const made = { data, info: { width, height: height * header.frames, channels: 3 as const } };
  for (let at = 0, time = 0; at < header.frames; time += delayOf(header, at++)) {
    still.data.copy(data, at * still.data.length);
    for (const { film, part, place } of films) {
      const frame = frameOf(film, frameAt(film.header, time));
      paste(made, await fill(frame, part, place, background), { ...place, top: at * height + place.top });
    }
  }
  (await Overlay.draw(list)).layOver(made, height);
  return { ...made, header: { ...header, width, height } };
}
