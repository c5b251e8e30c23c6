import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";

export const MAX_BYTES = 20 * 1024 * 1024;
export const MAX_PIXELS = 40_000_000;
/** For all frames together. Animations and WebP take more of the 5 s and 512 MB that a worker has. */
const MAX_ANIMATED_PIXELS = 20_000_000;
export const MAX_WEBP_PIXELS = 16_000_000;
export const MAX_FRAMES = 100;
/** As in JPEG and GIF. A PNG one pixel wide may be far longer, and take half a minute for few bytes. */
const MAX_SIDE = 65_535;

export const damagedImage = () => new DomainError("invalid", message("error.image-damaged"));

export function requireAllowedSize(bytes: { length: number }): void {
  if (bytes.length === 0) throw new DomainError("invalid", message("error.image-empty"));
  if (bytes.length <= MAX_BYTES) return;
  const megabytes = (Math.ceil((bytes.length / 1024 / 1024) * 10) / 10).toFixed(1);
  throw new DomainError("invalid", message("error.image-large", { megabytes }));
}

export function requireAllowedPixels(width: number, height: number, frames: number, format: string): void {
  if (frames > MAX_FRAMES) {
    const sentence = message("error.image-frames", { frames: String(frames), most: MAX_FRAMES });
    throw new DomainError("invalid", sentence);
  }
  const side = Math.max(width, height);
  if (side > MAX_SIDE) {
    const sentence = message("error.image-long", { side: String(side), most: String(MAX_SIDE) });
    throw new DomainError("invalid", sentence);
  }
  const maxOfStill = format === "webp" || format === "avif" ? MAX_WEBP_PIXELS : MAX_PIXELS;
  const max = frames > 1 ? MAX_ANIMATED_PIXELS : maxOfStill;
  if (width * height * frames <= max) return;
  const megapixels = Math.ceil((width * height * frames) / 1e6);
  const key = frames > 1 ? "error.image-pixels-of-frames" : "error.image-pixels";
  throw new DomainError("invalid", message(key, { megapixels: String(megapixels), most: String(max / 1e6) }));
}
