import sharp, { type Channels, type Sharp } from "sharp";
import { damagedImage, MAX_PIXELS, requireAllowedPixels } from "./limits.ts";
import { requireFewPieces } from "./pieces.ts";
import type { ImageFormat } from "../shared/image-format.ts";

// libvips also reads SVG, PDF, TIFF and files by name. Only these loaders, from memory, are ever reachable.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
// No picture is decoded twice in a row, and the queue already uses the cores. A cache or threads would only cost
// memory.
sharp.cache(false);
sharp.concurrency(1);

export type ImageHeader = {
  width: number;
  height: number;
  frames: number;
  /** Duration of each frame in milliseconds; empty for a still picture. */
  delays: readonly number[];
  /** How often an animation plays; 0 means forever. */
  loop: number;
  /** Has a colour table, like drawings and screenshots. */
  palette: boolean;
  chroma: string | undefined;
  /** Says that it has transparent parts. */
  alpha: boolean;
};

export type Pixels = { data: Buffer; info: { width: number; height: number; channels: Channels } };

/** Drops sharp's other information: it calls pixels premultiplied that no longer are, and would act on it. */
export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, info: { width: info.width, height: info.height, channels: info.channels } };
}

export const fromPixels = ({ data, info }: Pixels): Sharp => sharp(data, { raw: info, limitInputPixels: MAX_PIXELS });

/** From the header alone, before a pixel is decoded: a few bytes can claim gigabytes. */
export async function readHeader(bytes: Uint8Array, format: ImageFormat): Promise<ImageHeader> {
  requireFewPieces(bytes, format);
  const found = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (found.format !== (format === "avif" ? "heif" : format)) throw damagedImage();
  // Other pictures in an AVIF are previews and depths of the first.
  const frames = format === "avif" ? 1 : (found.pages ?? 1);
  requireAllowedPixels(found.width, found.height, frames, format);
  // Rotated as its EXIF says. An animation cannot be rotated, and no camera writes one that should be.
  const { width, height } = frames > 1 ? found : found.autoOrient;
  return {
    width,
    height,
    frames,
    delays: found.delay ?? [],
    loop: found.loop ?? 0,
    palette: found.isPalette ?? false,
    chroma: found.chromaSubsampling,
    alpha: found.hasAlpha ?? false,
  };
}

/** Upright and in sRGB, which sharp converts to. It keeps no metadata unless asked. */
export function decodeStill(bytes: Uint8Array): Sharp {
  return guarded(bytes, {}).autoOrient();
}

/** The frames of an animation, one below the other. */
export type Film = Pixels & { header: ImageHeader };

/** All frames at once: decoding one means decoding all before it. */
export async function decodeFilm(bytes: Uint8Array, header: ImageHeader): Promise<Film> {
  return { ...(await toPixels(guarded(bytes, { animated: true }))), header };
}

export function frameOf({ data, info, header }: Film, frame: number): Sharp {
  const length = data.length / header.frames;
  const height = info.height / header.frames;
  return fromPixels({ data: data.subarray(frame * length, (frame + 1) * length), info: { ...info, height } });
}

export const fromFilm = ({ data, info, header }: Film): Sharp =>
  sharp(data, { raw: { ...info, pageHeight: info.height / header.frames }, limitInputPixels: MAX_PIXELS });

const guarded = (bytes: Uint8Array, which: { animated?: boolean }) =>
  sharp(bytes, { ...which, failOn: "warning", limitInputPixels: MAX_PIXELS });
