/**
 * CRC-32 without reading again what has not changed. Bits are numbered as in the checksum itself: the highest one
 * stands for 1, the next for x, and so on.
 */
const POLYNOMIAL = 0xedb88320;
const ONE = 1 << 31;
const X_TO_THE_8TH = 1 << 23;

/** The product of two polynomials, modulo that of the checksum. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= b;
    b = b & 1 ? (b >>> 1) ^ POLYNOMIAL : b >>> 1;
  }
  return product;
}

/** For `append`: what the checksum of anything before `length` more bytes has to be multiplied by. */
export function factorOf(length: number): number {
  let factor = ONE;
  for (let square = X_TO_THE_8TH, rest = length; rest > 0; rest >>>= 1) {
    if (rest & 1) factor = multiply(factor, square);
    square = multiply(square, square);
  }
  return factor;
}

/** The checksum of two texts, one after the other, from the checksums of both. */
export const append = (first: number, second: number, factor: number): number =>
  (multiply(factor, first) ^ second) >>> 0;
