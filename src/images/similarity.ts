/** Number of low frequencies that count in each direction; see perceptual-hash.ts. */
export const WAVES = 8;
/** All but the first, which is the overall brightness. */
export const BITS = WAVES * WAVES - 1;

/**
 * Hashes that differ in at most this many of 63 bits belong to one picture. Measured (test/images.test.ts): pictures
 * that were re-encoded, resized, brightened, lettered, framed or cropped by a hundredth differ by at most 8, as do
 * those cropped by two; different pictures by 20 and more, though texts in one layout sometimes by less.
 */
export const MAX_DIFFERENCE = 10;
/** One more than the allowed difference, so that similar hashes share at least one piece. */
const PIECES = MAX_DIFFERENCE + 1;

const bitsOf = (perceptualHash: string) => BigInt(`0x${perceptualHash}`).toString(2).padStart(BITS, "0");

type Halves = readonly [number, number];
const halvesOf = (perceptualHash: string): Halves => [
  parseInt(perceptualHash.slice(0, 8), 16),
  parseInt(perceptualHash.slice(8), 16),
];
const difference = (one: Halves, other: Halves) => ones(one[0] ^ other[0]) + ones(one[1] ^ other[1]);

/** Population count of 32 bits: adds pairs, then fours, then eights, in parallel. */
function ones(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Hamming distance of two hashes. */
export const differenceOf = (one: string, other: string): number => difference(halvesOf(one), halvesOf(other));

/** Whether any hash of a picture is close to any of these. Prepared once, because there may be many to compare. */
export function similarTo(perceptualHashes: readonly string[]): (others: readonly string[]) => boolean {
  const known = perceptualHashes.map(halvesOf);
  return (others) =>
    others.some((perceptualHash) => {
      const halves = halvesOf(perceptualHash);
      return known.some((one) => difference(one, halves) <= MAX_DIFFERENCE);
    });
}

/** Distinct pieces of the hashes, for the index. */
export function piecesOf(perceptualHashes: readonly string[]): { band: number; value: string }[] {
  const all = perceptualHashes.map(bitsOf);
  return Array.from({ length: PIECES }, (_, band) => {
    const [from, to] = [band, band + 1].map((at) => Math.round((at * BITS) / PIECES));
    return [...new Set(all.map((bits) => bits.slice(from, to)))].map((value) => ({ band, value }));
  }).flat();
}

/**
 * Copies differ in at most this many bits. Hashes that differ in so few have a third of 21 bits in which they differ in
 * at most two, so that an index finds them by 232 values for each third, whatever the number of memes.
 */
export const MAX_COPY_DIFFERENCE = 8;
const THIRD = 21;
type Thirds = readonly [number, number, number];

export function thirdsOf(perceptualHash: string): Thirds {
  const bits = bitsOf(perceptualHash).slice(-BITS);
  return [0, 1, 2].map((at) => parseInt(bits.slice(at * THIRD, (at + 1) * THIRD), 2)) as unknown as Thirds;
}

/** For a picture that is too flat to recognize, and for the very same file: as good as unique. */
export const thirdsOfFile = (imageHash: string): Thirds =>
  thirdsOf((BigInt(`0x${imageHash.slice(0, 16)}`) & ((1n << BigInt(BITS)) - 1n)).toString(16).padStart(16, "0"));

/** Hamming distance. */
export const differenceOfThirds = (one: Thirds, other: Thirds): number =>
  ones(one[0] ^ other[0]) + ones(one[1] ^ other[1]) + ones(one[2] ^ other[2]);

/** All values of a third that differ from this one in at most this many bits. */
export function valuesNear(third: number, difference: number): number[] {
  const near = [third];
  const flip = (value: number, from: number, left: number) => {
    if (left === 0) return;
    for (let bit = from; bit < THIRD; bit++) {
      near.push(value ^ (1 << bit));
      flip(value ^ (1 << bit), bit + 1, left - 1);
    }
  };
  flip(third, 0, difference);
  return near;
}

const isOdd = (at: number) => ((at + 1) % WAVES) % 2 === 1;

/** In a mirror, waves with an odd number of half periods from left to right change their sign. */
export const mirrorWave = (wave: number, at: number): number => (isOdd(at) ? -wave : wave);

/**
 * About what the mirrored picture's hash would be. A hash says which waves are above their median, which is close to
 * zero: those that change their sign change sides, but for a few in between.
 */
export const mirrorHash = (perceptualHash: string): string =>
  BigInt(`0b${[...bitsOf(perceptualHash)].map((bit, at) => (isOdd(at) ? 1 - Number(bit) : bit)).join("")}`)
    .toString(16)
    .padStart(16, "0");
