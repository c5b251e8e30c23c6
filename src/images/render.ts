import type { Sharp, WebpOptions } from "sharp";
import { DomainError } from "../errors.ts";
import { dominantColor } from "./color.ts";
import {
  decodeFilm,
  decodeStill,
  type Film,
  frameOf,
  fromFilm,
  fromPixels,
  type ImageHeader,
  type Pixels,
  readHeader,
  toPixels,
} from "./decode.ts";
import { rebuildGif } from "./gif.ts";
import { damagedImage, requireAllowedSize } from "./limits.ts";
import { perceptualHashesOf } from "./perceptual-hash.ts";
import type { ProcessedImage, Rendition } from "./process.ts";
import { type ImageFormat, isLosslessWebp, requireFormat } from "./sniff.ts";

const DISPLAY = { width: 1080, height: 4000 };
const THUMBNAIL = { width: 320, height: 1280 };
const OF_DRAWINGS = { quality: 80, effort: 2 };
/** As good, in four fifths of the time, and 7 to 9 % larger. Drawings would become up to half as large again. */
const OF_PHOTOGRAPHS = { quality: 79, effort: 1 };
/** Lossless WebP takes up to 1.2 s of CPU per megapixel, so larger pictures are stored as good lossy ones. */
const MAX_LOSSLESS_PIXELS = 2_500_000;
/** Larger JPEGs are decoded twice rather than kept in memory. */
const MAX_WHOLE_PIXELS = 4_000_000;
/** Larger pictures are encoded with less effort: half the time, a few per cent more bytes. */
const MAX_CAREFUL_PIXELS = 8_000_000;

/** Runs only in a worker process: see worker/. Throws a DomainError that says what is wrong and what to do. */
export async function renderPicture(bytes: Uint8Array): Promise<ProcessedImage> {
  requireAllowedSize(bytes);
  try {
    return await renderAll(bytes, requireFormat(bytes));
  } catch (error) {
    throw error instanceof DomainError ? error : damagedImage();
  }
}

async function renderAll(upload: Uint8Array, format: ImageFormat): Promise<ProcessedImage> {
  const claimed = await readHeader(upload, format);
  // From here on a GIF is our own rewrite, so that we store exactly what was decoded and found intact.
  const bytes = format === "gif" ? rebuildGif(upload, claimed) : upload;
  const header = format === "gif" ? await readHeader(bytes, format) : claimed;
  if (header.frames > 1) return renderFilm(bytes, format, await decodeFilm(bytes, header));
  const decoded = isDecodedOnce(format, header) ? await toPixels(decodeStill(bytes)) : undefined;
  const still = () => (decoded ? fromPixels(decoded) : decodeStill(bytes));
  const original = format === "gif" ? rendition(bytes, "gif") : await renderOriginal(still(), bytes, format, header);
  const picture = await toPixels(fitInside(still(), DISPLAY));
  const display = await webp(fromPixels(picture), format === "jpeg" ? OF_PHOTOGRAPHS : OF_DRAWINGS);
  return { original, display, ...(await finish(original, header, picture)) };
}

/** Decoding WebP is slow. A large JPEG decodes quickly at half its size or less, which also saves memory. */
const isDecodedOnce = (format: ImageFormat, { width, height }: ImageHeader) =>
  format === "webp" || (format === "jpeg" && width < 2 * DISPLAY.width && width * height <= MAX_WHOLE_PIXELS);

async function renderFilm(bytes: Uint8Array, format: ImageFormat, film: Film): Promise<ProcessedImage> {
  const { header } = film;
  const original = format === "gif" ? rendition(bytes, "gif") : await filmWebp(film, 85);
  const picture = await toPixels(fitInside(frameOf(film, 0), DISPLAY));
  const fits = header.width <= DISPLAY.width && header.height <= DISPLAY.height;
  // Animations are the most expensive to encode, so an identical one is not encoded again.
  const display = fits && format === "webp" ? original : await filmWebp(fits ? film : await shrunk(film), 80);
  return { original, display, ...(await finish(original, header, picture, film)) };
}

async function finish(original: Rendition, header: ImageHeader, picture: Pixels, film?: Film) {
  // Perceptual hashes see no more than this, and everything is faster with fewer pixels.
  const small = await toPixels(fitInside(fromPixels(picture), THUMBNAIL));
  const frameAt = (frame: number) => (frame === 0 ? fromPixels(small) : frameOf(film!, frame));
  return {
    thumbnail: await webp(fromPixels(small), OF_DRAWINGS),
    width: header.width,
    height: header.height,
    color: dominantColor(picture),
    hash: new Bun.CryptoHasher("sha256").update(original.bytes).digest("hex"),
    perceptualHashes: await perceptualHashesOf(header, frameAt),
    animated: header.frames > 1,
  };
}

async function renderOriginal(
  image: Sharp,
  bytes: Uint8Array,
  format: "jpeg" | "png" | "webp",
  header: ImageHeader,
): Promise<Rendition> {
  const pixels = header.width * header.height;
  const careful = pixels <= MAX_CAREFUL_PIXELS;
  if (format === "webp") {
    const lossless = isLosslessWebp(bytes) && pixels <= MAX_LOSSLESS_PIXELS;
    return webp(image, lossless ? { lossless, effort: 0 } : { quality: 85, effort: careful ? 2 : 0 });
  }
  if (format === "png") {
    const effort = careful ? { adaptiveFiltering: true } : { adaptiveFiltering: !header.palette, compressionLevel: 3 };
    return rendition(await image.png(effort).toBuffer(), "png");
  }
  // Coloured lettering blurs when its chroma is subsampled, so keep full chroma if the upload had it.
  const chromaSubsampling = header.chroma === "4:4:4" ? "4:4:4" : "4:2:0";
  // Optimized coding takes three times as long, and all pixels in memory, for 3 to 5 % of a photograph's bytes.
  const encoder = image.jpeg({ quality: 88, chromaSubsampling, optimiseCoding: false });
  return rendition(await encoder.toBuffer(), "jpg");
}

/** Frame by frame, because sharp takes stacked frames for one picture. */
async function shrunk(film: Film): Promise<Film> {
  const frames: Pixels[] = [];
  for (let at = 0; at < film.header.frames; at++) frames.push(await toPixels(fitInside(frameOf(film, at), DISPLAY)));
  const { info } = frames[0]!;
  return {
    ...film,
    data: Buffer.concat(frames.map(({ data }) => data)),
    info: { ...info, height: info.height * frames.length },
  };
}

const filmWebp = (film: Film, quality: number) => {
  const { header, info } = film;
  const careful = info.width * info.height <= MAX_CAREFUL_PIXELS;
  return webp(fromFilm(film), { quality, effort: careful ? 2 : 0, delay: [...header.delays], loop: header.loop });
};

const fitInside = (image: Sharp, box: { width: number; height: number }) =>
  image.resize({ ...box, fit: "inside", withoutEnlargement: true });

const webp = async (image: Sharp, options: WebpOptions) => rendition(await image.webp(options).toBuffer(), "webp");

const rendition = (bytes: Uint8Array, extension: Rendition["extension"]): Rendition => ({
  bytes,
  type: extension === "jpg" ? "image/jpeg" : `image/${extension}`,
  extension,
});
