import { fitted, SIDES, type SourceVideo } from "./encode.ts";

/** Measured on a small machine. */
const MS = { start: 2000, perFrame: 6, perMegapixel: 28, perMegabyte: 220 };
const UNKNOWN_FPS = 30;

/**
 * How long a small machine takes to encode it, in milliseconds: most of it by what is written, the rest by what has to
 * be read, which is more for noise.
 */
export function expectedMs({ clip }: Pick<SourceVideo, "clip">, bytes: number): number {
  const [width, height] = fitted(clip, SIDES.mp4);
  const frames = clip.seconds * (clip.fps || UNKNOWN_FPS);
  const perFrame = MS.perFrame + (MS.perMegapixel * width * height) / 1e6;
  return Math.round(MS.start + frames * perFrame + (MS.perMegabyte * bytes) / 1024 ** 2);
}
