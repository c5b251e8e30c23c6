import type { Sharp } from "sharp";

import { BITS, mirrorWave, WAVES } from "./similarity.ts";
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

/** Frames of an animation that are hashed. */
const MAX_FRAMES = 8;
/** Borders are searched in a copy no larger than this. */
const ROOM = 256;
/** A pixel this close to the mean of its line counts as the same colour, */
const SPECK = 24;
/** and a line with no larger share of other pixels is flat. */
const SPECKS = 0.02;
/** Nested borders. */
const MAX_FRAMED = 4;
/** Anything smaller is not a picture with a border around it, */
const MIN_SIDE = 24;
const MIN_PART = 1 / 8;
/** nor is one mostly of the border's colour: trimmed to their letters, texts all look alike. */
const MIN_FULL = 1 / 4;

/** Side of the small grey picture that is transformed. */
const SIDE = 32;
/** Coefficients at least this large are more than noise. */
const STRONG = 4;
/** With fewer strong coefficients there is nothing to recognize: noise would decide, and all flat areas are alike. */
const FEWEST_STRONG = 24;

const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * SIDE))),
);
const HALF = (wave: number) => (wave === 0 ? Math.SQRT1_2 : 1);

/**
 * Perceptual hashes of a file in all the ways it is seen: several frames of an animation, on white and on black if it
 * is translucent, with and without the flat border. None if there is nothing to see.
 */
export async function perceptualHashesOf(
  header: Pick<ImageHeader, "frames" | "delays">,
  frameAt: (frame: number) => Sharp,
): Promise<Looks> {
  const [hashes, mirrored] = [new Set<string>(), new Set<string>()];
  for (const frame of framesToHash(header))
    for (const look of await hashesOfFrame(frameAt(frame))) {
      hashes.add(look.hash);
      mirrored.add(look.mirrored);
    }
  return { perceptualHashes: [...hashes], mirroredHashes: [...mirrored] };
}

/** Perceptual hashes of a picture, and those it would have if left and right were exchanged. */
export interface Looks {
  perceptualHashes: string[];
  mirroredHashes: string[];
}

/** For an image that is already stored. */
export async function perceptualHashesOfPicture(bytes: Uint8Array): Promise<Looks> {
  const format = requireFormat(bytes);
  const header = await readHeader(bytes, format);
  if (header.frames === 1) return perceptualHashesOf(header, () => decodeStill(bytes));
  const film = await decodeFilm(bytes, header);
  return perceptualHashesOf(header, (frame) => frameOf(film, frame));
}

/** The longest frame, and others evenly from the first to the last, which may stay on screen at the end. */
export function framesToHash({ frames, delays }: Pick<ImageHeader, "frames" | "delays">): number[] {
  if (frames <= MAX_FRAMES) return Array.from({ length: frames }, (_, at) => at);
  const gaps = MAX_FRAMES - 2;
  const spread = Array.from({ length: gaps + 1 }, (_, at) => Math.round((at * (frames - 1)) / gaps));
  const longest = Math.max(0, delays.indexOf(Math.max(...delays)));
  return [...new Set([...spread, longest])].sort((a, b) => a - b);
}

interface Look {
  hash: string;
  mirrored: string;
}

async function hashesOfFrame(image: Sharp): Promise<Look[]> {
  const fitting = { width: ROOM, height: ROOM, fit: "inside", withoutEnlargement: true } as const;
  const small = await toPixels(image.resize(fitting));
  const looks: (Look | undefined)[] = [];
  // Pages are light or dark: what is invisible on one may be visible on the other.
  for (const background of shinesThrough(small) ? ["#fff", "#000"] : ["#fff"]) {
    const grey = await toPixels(toGrey(fromPixels(small).flatten({ background })));
    const whole = { left: 0, top: 0, width: grey.info.width, height: grey.info.height };
    const inner = withoutBorder(grey.data, whole);
    for (const box of inner ? [whole, inner] : [whole]) looks.push(await lookOf(grey, box));
  }
  return looks.filter((look) => look !== undefined);
}

function shinesThrough({ data, info: { channels } }: Pixels): boolean {
  if (channels % 2 === 1) return false; // grey or coloured, without alpha
  for (let at = channels - 1; at < data.length; at += channels) if (data[at]! < 255) return true;
  return false;
}

const toGrey = (image: Sharp) => image.greyscale().toColourspace("b-w");

/**
 * 64 bits as hex: which low frequencies of the discrete cosine transform are above their median. Size, encoding,
 * colours and brightness hardly change it. Undefined for a picture too flat to recognize.
 */
async function lookOf(grey: Pixels, box: Box): Promise<Look | undefined> {
  const { data } = await toPixels(toGrey(fromPixels(grey).extract(box).resize(SIDE, SIDE, { fit: "fill" })));
  // All but the first, which is the overall brightness.
  const waves = wavesOf(data).slice(1);
  if (waves.filter((wave) => Math.abs(wave) >= STRONG).length < FEWEST_STRONG) return undefined;
  return { hash: hashOf(waves), mirrored: hashOf(waves.map(mirrorWave)) };
}

function hashOf(waves: number[]): string {
  const median = waves.toSorted((a, b) => a - b)[BITS >> 1]!;
  const bits = waves.map((wave) => (wave > median ? "1" : "0")).join("");
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}

type Box = { left: number; top: number; width: number; height: number };

/** The picture inside one or more flat borders; undefined if there is no border, or hardly any picture. */
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

/** A line of pixels: start, step and count. */
type Line = { from: number; step: number; count: number };

/** Top, bottom, left and right. */
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

/** Removes outer lines of one colour, for as long as there are any. */
function withoutLines(grey: Uint8Array, whole: Box, from: Box, color: number): Box {
  let box = from;
  for (let side = 0, kept = 0; kept < 4 && box.width > 0 && box.height > 0;) {
    const found = colorOf(grey, linesAround(whole, box)[side]!);
    if (found !== undefined && Math.abs(found - color) <= SPECK) [box, kept] = [SHRUNK[side]!(box), 0];
    else [side, kept] = [(side + 1) % 4, kept + 1];
  }
  return box;
}

/** The colour of a flat line, ignoring the specks that encoders leave. */
function colorOf(grey: Uint8Array, { from, step, count }: Line): number | undefined {
  let [sum, specks] = [0, 0];
  for (let i = 0, at = from; i < count; i++, at += step) sum += grey[at]!;
  const mean = sum / count;
  for (let i = 0, at = from; i < count; i++, at += step) if (Math.abs(grey[at]! - mean) > SPECK) specks++;
  return specks <= count * SPECKS ? mean : undefined;
}

/** The share of a box that is not of this colour. */
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
