import sharp, { type OutputInfo, type Sharp } from "sharp";
import { damagedImage, MAX_PIXELS, requireAllowedPixels } from "./limits.ts";
import type { ImageFormat } from "./sniff.ts";

// libvips also reads SVG, PDF, TIFF, HEIF and files by name: only these four loaders, from memory, are ever reachable.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});
// No picture is decoded twice in a row, and the queue already uses the cores: a cache or threads would only cost memory.
sharp.cache(false);
sharp.concurrency(1);

const MAX_SECONDS = 60;

export type ImageHeader = { width: number; height: number; frames: number; chroma: string | undefined };

export type Pixels = { data: Buffer; info: OutputInfo };

/** From the header alone, before a pixel is decoded: a few bytes can claim gigabytes. */
export async function readHeader(bytes: Uint8Array, format: ImageFormat): Promise<ImageHeader> {
  const found = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (found.format !== format) throw damagedImage();
  const frames = found.pages ?? 1;
  requireAllowedPixels(found.width, found.height, frames);
  // Turned as its EXIF says. An animation cannot be turned, and no camera writes one that should be.
  const { width, height } = frames > 1 ? found : found.autoOrient;
  return { width, height, frames, chroma: found.chromaSubsampling };
}

/** Upright and in sRGB, which is what sharp makes of any colours; it keeps no metadata unless asked. */
export function decodeStill(bytes: Uint8Array): Sharp {
  return guarded(bytes, false).autoOrient();
}

/** The first of many frames, no more turned than the others are. */
export const decodeFirstFrame = (bytes: Uint8Array): Sharp => guarded(bytes, false);

export const decodeFrames = (bytes: Uint8Array): Sharp => guarded(bytes, true);

const guarded = (bytes: Uint8Array, animated: boolean) =>
  sharp(bytes, { animated, failOn: "warning", limitInputPixels: MAX_PIXELS }).timeout({ seconds: MAX_SECONDS });
