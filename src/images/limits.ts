import { DomainError } from "../core/errors.ts";

export const MAX_BYTES = 20 * 1024 * 1024;
/** Over all frames: an animation is held to the same work as a still picture. */
export const MAX_PIXELS = 40_000_000;
export const MAX_FRAMES = 100;
/** As in JPEG and GIF. A PNG a pixel wide may be far longer, and half a minute of work for few bytes. */
const MAX_SIDE = 65_535;

export const damagedImage = () =>
  new DomainError("invalid", "This image is damaged or cut short; save it again in an image editor and upload that.");

export function requireAllowedSize(bytes: { length: number }): void {
  if (bytes.length === 0) throw new DomainError("invalid", "The file is empty; choose an image and try again.");
  if (bytes.length <= MAX_BYTES) return;
  const megabytes = (Math.ceil((bytes.length / 1024 / 1024) * 10) / 10).toFixed(1);
  throw new DomainError("invalid", `The file has ${megabytes} MB and at most 20 MB are allowed; upload a smaller one.`);
}

export function requireAllowedPixels(width: number, height: number, frames: number): void {
  if (frames > MAX_FRAMES) {
    const sentence = `The animation has ${frames} frames and at most ${MAX_FRAMES} are allowed; shorten it.`;
    throw new DomainError("invalid", sentence);
  }
  const side = Math.max(width, height);
  if (side > MAX_SIDE) {
    const sentence = `The image is ${side} pixels long and at most ${MAX_SIDE} are allowed; crop it or make it smaller.`;
    throw new DomainError("invalid", sentence);
  }
  if (width * height * frames <= MAX_PIXELS) return;
  const megapixels = Math.ceil((width * height * frames) / 1e6);
  const counted = frames > 1 ? ", all frames counted," : "";
  const sentence = `The image has ${megapixels} megapixels${counted} and at most 40 are allowed; make it smaller.`;
  throw new DomainError("invalid", sentence);
}
