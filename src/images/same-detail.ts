import { decodeStill, toPixels } from "./decode.ts";

/** Pictures are compared in squares of this side: fine enough to tell one caption from another. */
const SIDE = 96;
/** A point differs if no point around the same place is closer in brightness, in standard deviations. */
const MAX_CONTRAST = 0.8;
/**
 * Measured with the starter memes: copies that were compressed, scaled or brightened differ in at most one point of a
 * thousand, those with a small watermark in three. Other words on the same picture differ in four and more.
 */
const MAX_DIFFERENT = 0.0035;

/**
 * Perceptual hashes ignore the words on a picture, so every joke made from one template looks the same to them. This
 * tells, for each picture after the first, whether it shows the same as the first, or the same in a mirror. Runs only in
 * a worker process.
 */
export async function findSameInDetail([first, ...others]: readonly Uint8Array[]): Promise<boolean[]> {
  const one = await pointsOf(first!);
  const mirrored = one.map((_, at) => one[at - (at % SIDE) + SIDE - 1 - (at % SIDE)]!);
  const same: boolean[] = [];
  for (const bytes of others) {
    const other = await pointsOf(bytes);
    same.push(isSame(one, other) || isSame(mirrored, other));
  }
  return same;
}

/** Brightness of each point, as the distance from the mean in standard deviations. */
async function pointsOf(bytes: Uint8Array): Promise<Float32Array> {
  const image = decodeStill(bytes).flatten({ background: "#fff" }).greyscale().toColourspace("b-w");
  const { data } = await toPixels(image.resize(SIDE, SIDE, { fit: "fill" }));
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const variance = data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length;
  const deviation = Math.sqrt(variance) || 1;
  return Float32Array.from(data, (value) => (value - mean) / deviation);
}

const isSame = (one: Float32Array, other: Float32Array) =>
  Math.max(shareMissing(one, other), shareMissing(other, one)) <= MAX_DIFFERENT;

/** The share of points of one picture that the other does not have at or next to the same place. */
function shareMissing(one: Float32Array, other: Float32Array): number {
  let missing = 0;
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) if (!isNear(one[y * SIDE + x]!, other, x, y)) missing++;
  return missing / one.length;
}

function isNear(value: number, other: Float32Array, x: number, y: number): boolean {
  for (let row = Math.max(0, y - 1); row <= Math.min(SIDE - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(SIDE - 1, x + 1); column++)
      if (Math.abs(value - other[row * SIDE + column]!) <= MAX_CONTRAST) return true;
  return false;
}
