import type { Sharp } from "sharp";

import { decodeFirstFrame, decodeStill, readHeader } from "./decode.ts";
import { damagedImage } from "./limits.ts";
import { inImageQueue } from "./queue.ts";
import { sniffImage } from "./sniff.ts";

/** The side of the small grey picture that is looked at. */
const SIDE = 32;
/** How many of its slowest waves count, in each direction. */
const WAVES = 8;
/** Waves that are no weaker than this are more than noise. */
const STRONG = 4;
/** With fewer strong waves there is nothing to know a picture by: noise would decide, and one flat area is like another. */
const FEWEST_STRONG = 24;

/**
 * Looks that differ in at most so many of 63 bits are of one picture. Measured (test/images.test.ts): pictures that
 * were encoded anew, resized, brightened, lettered or cropped by a hundredth differ by at most 8, by two hundredths by
 * at most 10; different pictures by 20 and more, though texts in one layout sometimes by less.
 */
export const MOST_DIFFERENT = 10;
/** One more than may differ: of two that are alike, at least one piece is the same. */
const PIECES = MOST_DIFFERENT + 1;
const BITS = WAVES * WAVES - 1;

const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * SIDE))),
);
const HALF = (wave: number) => (wave === 0 ? Math.SQRT1_2 : 1);

/**
 * What a picture looks like, in 64 bits as hex: which of its slow waves (of the discrete cosine transform) are above
 * their median. Size, encoding, colours and brightness hardly change it. Undefined for a picture too flat to be known.
 */
export async function lookOf(image: Sharp): Promise<string | undefined> {
  const grey = await image
    .flatten({ background: "#fff" })
    .greyscale()
    .resize(SIDE, SIDE, { fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  // All but the first, which is how bright the whole is.
  const waves = wavesOf(grey).slice(1);
  if (waves.filter((wave) => Math.abs(wave) >= STRONG).length < FEWEST_STRONG) return undefined;
  const median = waves.toSorted((a, b) => a - b)[BITS >> 1]!;
  const bits = waves.map((wave) => (wave > median ? "1" : "0")).join("");
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}

/** Of an image that is in the storage already; of an animation, its first frame. */
export async function lookOfStored(bytes: Uint8Array): Promise<string | undefined> {
  const format = sniffImage(bytes);
  if (!format) throw damagedImage();
  return inImageQueue(async () => {
    const { frames } = await readHeader(bytes, format);
    return lookOf(frames > 1 ? decodeFirstFrame(bytes) : decodeStill(bytes));
  });
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

const bitsOf = (look: string) => BigInt(`0x${look}`).toString(2).padStart(BITS, "0");

/** In how many bits two looks differ. */
export const differenceOf = (one: string, other: string): number =>
  (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll("0", "").length;

/** A look in pieces, as they are found by. */
export function piecesOf(look: string): { band: number; value: string }[] {
  const bits = bitsOf(look);
  return Array.from({ length: PIECES }, (_, band) => {
    const [from, to] = [band, band + 1].map((at) => Math.round((at * BITS) / PIECES));
    return { band, value: bits.slice(from, to) };
  });
}
