import type { Sharp } from "sharp";

import { BITS, WAVES } from "./similarity.ts";
import {
  decodeFilm,
  decodeStill,
  frameOf,
  fromPixels,
  type ImageHeader,
  type Pixels,
  readHeader,
  toPixels,
} from "./decode.ts";
import { requireFormat } from "./sniff.ts";

/** Of an animation, so many frames are looked at. */
const MAX_FRAMES = 8;
/** Borders are looked for in a picture that is made no larger than this. */
const ROOM = 256;
/** What differs from the mean of its line by no more is of one colour with it, */
const SPECK = 24;
/** and a line of which no larger part differs is flat. */
const SPECKS = 0.02;
/** Frames in frames. */
const MAX_FRAMED = 4;
/** Less than this is no picture with a border around it, */
const MIN_SIDE = 24;
const MIN_PART = 1 / 8;
/** nor what has the border's colour nearly everywhere: trimmed to their letters, texts are all alike. */
const MIN_FULL = 1 / 4;

/** The side of the small grey picture whose waves count. */
const SIDE = 32;
/** Waves that are no weaker than this are more than noise. */
const STRONG = 4;
/** With fewer strong waves there is nothing to know a picture by: noise would decide, and one flat area is like another. */
const FEWEST_STRONG = 24;

const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * SIDE))),
);
const HALF = (wave: number) => (wave === 0 ? Math.SQRT1_2 : 1);

/**
 * What a file looks like, in all the ways it is seen: several frames of an animation, on white and on black where
 * something shines through, with the flat border around it and without. None where there is nothing to see.
 */
export async function perceptualHashesOf(header: ImageHeader, frameAt: (frame: number) => Sharp): Promise<string[]> {
  const looks = new Set<string>();
  for (const frame of framesToHash(header)) for (const look of await looksOfFrame(frameAt(frame))) looks.add(look);
  return [...looks];
}

/** Of an image that is in the storage already. */
export async function perceptualHashesOfPicture(bytes: Uint8Array): Promise<string[]> {
  const format = requireFormat(bytes);
  const header = await readHeader(bytes, format);
  if (header.frames === 1) return perceptualHashesOf(header, () => decodeStill(bytes));
  const film = await decodeFilm(bytes, header);
  return perceptualHashesOf(header, (frame) => frameOf(film, frame));
}

/** The one that is shown longest, and others evenly from the first to the last, which may stay when all is over. */
export function framesToHash({ frames, delays }: Pick<ImageHeader, "frames" | "delays">): number[] {
  if (frames <= MAX_FRAMES) return Array.from({ length: frames }, (_, at) => at);
  const gaps = MAX_FRAMES - 2;
  const spread = Array.from({ length: gaps + 1 }, (_, at) => Math.round((at * (frames - 1)) / gaps));
  const longest = Math.max(0, delays.indexOf(Math.max(...delays)));
  return [...new Set([...spread, longest])].sort((a, b) => a - b);
}

async function looksOfFrame(image: Sharp): Promise<string[]> {
  const fitting = { width: ROOM, height: ROOM, fit: "inside", withoutEnlargement: true } as const;
  const small = await toPixels(image.resize(fitting).ensureAlpha());
  const looks: (string | undefined)[] = [];
  // Pages are light or dark: what cannot be seen on one may well be seen on the other.
  for (const background of shinesThrough(small) ? ["#fff", "#000"] : ["#fff"]) {
    const grey = await toPixels(toGrey(fromPixels(small).flatten({ background })));
    const whole = { left: 0, top: 0, width: grey.info.width, height: grey.info.height };
    const inner = withoutBorder(grey.data, whole);
    for (const box of inner ? [whole, inner] : [whole]) looks.push(await lookOf(grey, box));
  }
  return looks.filter((look) => look !== undefined);
}

function shinesThrough({ data, info: { channels } }: Pixels): boolean {
  for (let at = channels - 1; at < data.length; at += channels) if (data[at]! < 255) return true;
  return false;
}

const toGrey = (image: Sharp) => image.greyscale().toColourspace("b-w");

/**
 * In 64 bits as hex: which of the slow waves (of the discrete cosine transform) are above their median. Size, encoding,
 * colours and brightness hardly change it. Undefined for what is too flat to be known.
 */
async function lookOf(grey: Pixels, box: Box): Promise<string | undefined> {
  const { data } = await toPixels(toGrey(fromPixels(grey).extract(box).resize(SIDE, SIDE, { fit: "fill" })));
  // All but the first, which is how bright the whole is.
  const waves = wavesOf(data).slice(1);
  if (waves.filter((wave) => Math.abs(wave) >= STRONG).length < FEWEST_STRONG) return undefined;
  const median = waves.toSorted((a, b) => a - b)[BITS >> 1]!;
  const bits = waves.map((wave) => (wave > median ? "1" : "0")).join("");
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}

type Box = { left: number; top: number; width: number; height: number };

/** The picture in a flat border, or in several; undefined if there is none, or hardly any picture. */
function withoutBorder(grey: Uint8Array, whole: Box): Box | undefined {
  let [box, found]: [Box, Box | undefined] = [whole, undefined];
  for (let framed = 0; framed < MAX_FRAMED; framed++) {
    const color = linesAround(whole, box)
      .map((line) => colorOf(grey, line))
      .find((one) => one !== undefined);
    if (color === undefined) break;
    box = withoutLines(grey, whole, box, color);
    const enough = (side: "width" | "height") => box[side] >= Math.max(MIN_SIDE, whole[side] * MIN_PART);
    if (!enough("width") || !enough("height")) break;
    if (fullness(grey, whole, box, color) >= MIN_FULL) found = box;
  }
  return found;
}

/** Of pixels: where it begins, how far it is from one to the next, how many they are. */
type Line = { from: number; step: number; count: number };

/** Above, below, at the left and at the right. */
function linesAround(whole: Box, { left, top, width, height }: Box): Line[] {
  const at = (x: number, y: number) => y * whole.width + x;
  const [row, column] = [
    { step: 1, count: width },
    { step: whole.width, count: height },
  ];
  return [
    { ...row, from: at(left, top) },
    { ...row, from: at(left, top + height - 1) },
    { ...column, from: at(left, top) },
    { ...column, from: at(left + width - 1, top) },
  ];
}

const SHRUNK: readonly ((box: Box) => Box)[] = [
  (box) => ({ ...box, top: box.top + 1, height: box.height - 1 }),
  (box) => ({ ...box, height: box.height - 1 }),
  (box) => ({ ...box, left: box.left + 1, width: box.width - 1 }),
  (box) => ({ ...box, width: box.width - 1 }),
];

/** Takes away the outer lines of one colour, for as long as there are any. */
function withoutLines(grey: Uint8Array, whole: Box, from: Box, color: number): Box {
  let box = from;
  for (let side = 0, kept = 0; kept < 4 && box.width > 0 && box.height > 0;) {
    const found = colorOf(grey, linesAround(whole, box)[side]!);
    if (found !== undefined && Math.abs(found - color) <= SPECK) [box, kept] = [SHRUNK[side]!(box), 0];
    else [side, kept] = [(side + 1) % 4, kept + 1];
  }
  return box;
}

/** The colour of a line that has but one, apart from specks: encoders leave some. */
function colorOf(grey: Uint8Array, { from, step, count }: Line): number | undefined {
  let [sum, specks] = [0, 0];
  for (let i = 0, at = from; i < count; i++, at += step) sum += grey[at]!;
  const mean = sum / count;
  for (let i = 0, at = from; i < count; i++, at += step) if (Math.abs(grey[at]! - mean) > SPECK) specks++;
  return specks <= count * SPECKS ? mean : undefined;
}

/** The part of a box that is not of this colour. */
function fullness(grey: Uint8Array, whole: Box, { left, top, width, height }: Box, color: number): number {
  let full = 0;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) if (Math.abs(grey[y * whole.width + x]! - color) > SPECK) full++;
  return full / (width * height);
}

/** First along the rows, then along the columns. */
function wavesOf(grey: Uint8Array): number[] {
  const rows = Array.from({ length: SIDE }, (_, y) =>
    COSINES.map((cosines) => cosines.reduce((sum, cosine, x) => sum + cosine * grey[y * SIDE + x]!, 0)),
  );
  return COSINES.flatMap((cosines, v) =>
    COSINES.map((_, u) => {
      const sum = cosines.reduce((all, cosine, y) => all + cosine * rows[y]![u]!, 0);
      return (sum * HALF(u) * HALF(v) * 2) / SIDE;
    }),
  );
}
