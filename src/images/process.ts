import type { Sharp, WebpOptions } from "sharp";
import { DomainError } from "../core/errors.ts";
import { said } from "../words/messages.ts";
import { dominantColor } from "./color.ts";
import {
  decodeFrame,
  decodeFrames,
  decodeStill,
  fromPixels,
  type ImageHeader,
  type Pixels,
  readHeader,
  toPixels,
} from "./decode.ts";
import { rebuildGif } from "./gif.ts";
import { looksOf } from "./look.ts";
import { damagedImage, requireAllowedSize } from "./limits.ts";
import { inImageQueue } from "./queue.ts";
import { type ImageFormat, isLosslessWebp, sniffImage } from "./sniff.ts";

export { imageQueueDepth } from "./queue.ts";

export type Rendition = { bytes: Uint8Array; type: string; extension: "jpg" | "png" | "webp" | "gif" };

export type ProcessedImage = {
  /** As uploaded, but written anew: nothing but its pixels, frames and delays is carried over. */
  original: Rendition;
  display: Rendition;
  /** Never moves. */
  thumbnail: Rendition;
  width: number;
  height: number;
  /** The dominant colour: six lower-case hex digits. */
  color: string;
  /** SHA-256 of the original's bytes, in hex. */
  hash: string;
  /** See look.ts; none for a picture too flat to be known by them. */
  looks: string[];
  animated: boolean;
};

const DISPLAY = { width: 1080, height: 4000 };
const THUMBNAIL = { width: 320, height: 1280 };
const DISPLAY_WEBP: WebpOptions = { quality: 80, effort: 2 };
/** Lossless WebP takes up to 1.2 s of CPU per megapixel: larger pictures are stored as good lossy ones. */
const MAX_LOSSLESS_PIXELS = 2_500_000;

/** The one way in for every picture. Throws a DomainError that says what is wrong and what to do. */
export async function processImage(bytes: Uint8Array): Promise<ProcessedImage> {
  requireAllowedSize(bytes);
  const format = sniffImage(bytes);
  if (!format) throw new DomainError("invalid", said("error.image-format"));
  try {
    return await inImageQueue(() => renderAll(bytes, format));
  } catch (error) {
    throw refusal(error);
  }
}

async function renderAll(upload: Uint8Array, format: ImageFormat): Promise<ProcessedImage> {
  const claimed = await readHeader(upload, format);
  // From here on a GIF is what we wrote, so that what we keep is exactly what was decoded and found whole.
  const bytes = format === "gif" ? await rebuildGif(upload, claimed) : upload;
  const header = format === "gif" ? await readHeader(bytes, format) : claimed;
  const original = format === "gif" ? rendition(bytes, "gif") : await renderOriginal(bytes, format, header);
  const still = header.frames > 1 ? decodeFrame(bytes, 0) : decodeStill(bytes);
  const picture = await toPixels(fitInside(still, DISPLAY));
  return {
    original,
    display: await renderDisplay(bytes, original, header, picture),
    thumbnail: await webp(fitInside(fromPixels(picture), THUMBNAIL), { quality: 80 }),
    width: header.width,
    height: header.height,
    color: await dominantColor(picture),
    hash: new Bun.CryptoHasher("sha256").update(original.bytes).digest("hex"),
    looks: await looksOf(bytes, header, fromPixels(picture)),
    animated: header.frames > 1,
  };
}

async function renderOriginal(
  bytes: Uint8Array,
  format: "jpeg" | "png" | "webp",
  header: ImageHeader,
): Promise<Rendition> {
  const image = header.frames > 1 ? decodeFrames(bytes) : decodeStill(bytes);
  if (format === "webp") {
    const lossless = isLosslessWebp(bytes) && header.width * header.height <= MAX_LOSSLESS_PIXELS;
    return webp(image, lossless ? { lossless, effort: 0 } : { quality: 85, effort: 2 });
  }
  // Coloured lettering blurs when its colours are halved: keep them whole where the upload did.
  const chromaSubsampling = header.chroma === "4:4:4" ? "4:4:4" : "4:2:0";
  const encoder =
    format === "png" ? image.png({ adaptiveFiltering: true }) : image.jpeg({ quality: 88, chromaSubsampling });
  return rendition(await encoder.toBuffer(), format === "png" ? "png" : "jpg");
}

function renderDisplay(
  bytes: Uint8Array,
  original: Rendition,
  header: ImageHeader,
  picture: Pixels,
): Promise<Rendition> | Rendition {
  if (header.frames === 1) return webp(fromPixels(picture), DISPLAY_WEBP);
  const fits = header.width <= DISPLAY.width && header.height <= DISPLAY.height;
  // An animation is the dearest thing to encode: one that would come out the same is not encoded again.
  if (fits && original.extension === "webp") return original;
  return webp(fitInside(decodeFrames(bytes), DISPLAY), DISPLAY_WEBP);
}

const fitInside = (image: Sharp, box: { width: number; height: number }) =>
  image.resize({ ...box, fit: "inside", withoutEnlargement: true });

const webp = async (image: Sharp, options: WebpOptions) => rendition(await image.webp(options).toBuffer(), "webp");

const rendition = (bytes: Uint8Array, extension: Rendition["extension"]): Rendition => ({
  bytes,
  type: extension === "jpg" ? "image/jpeg" : `image/${extension}`,
  extension,
});

function refusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const late = error instanceof Error && /timeout/i.test(error.message);
  const sentence = said("error.image-slow");
  const refused = late ? new DomainError("invalid", sentence) : damagedImage();
  refused.cause = error;
  return refused;
}
