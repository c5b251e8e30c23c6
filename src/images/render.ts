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
import type { MoreRenditions, ProcessedImage, Rendition, SizedRendition, Wanted } from "./process.ts";
import type { ImageFormat } from "../shared/image-format.ts";
import { isLosslessWebp, requireFormat } from "./sniff.ts";
import type { Size } from "./webp-size.ts";

const DISPLAY = { width: 1080, height: 6000 };
const SMALL = { width: 640, height: 6000 };
const THUMBNAIL = { width: 320, height: 1280 };
/** Chats show nothing narrower, no JPEG that is much larger, and no more of a tall picture, as height to width. */
const PREVIEW = { width: 200, bytes: 500_000, ratio: 1.6 };
/** A pixel at least this opaque hides what is behind it. */
const OPAQUE = 250;
/** Half the bytes of WebP for ten times its CPU time; more effort saves little. Larger ones would take too long. */
const AVIF = { quality: 50, chromaSubsampling: "4:2:0", effort: 1 } as const;
const LARGE_AVIF = { ...AVIF, effort: 0 };
const MAX_AVIF_PIXELS = 2_000_000;
const OF_DRAWINGS = { quality: 80, effort: 2 };
/** As good, in little more than half the time, and about 10 % larger. Drawings would become up to half as large again. */
const OF_PHOTOGRAPHS = { quality: 79, effort: 0 };
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
  return renderStill(still(), original, header, format === "jpeg" ? OF_PHOTOGRAPHS : OF_DRAWINGS);
}

async function renderStill(
  still: Sharp,
  original: Rendition,
  header: Frames,
  quality: WebpOptions,
): Promise<ProcessedImage> {
  const picture = await toPixels(fitInside(still, DISPLAY));
  const display = await webp(fromPixels(picture), quality);
  return {
    original,
    display,
    ...(await finish(original, header, picture, quality)),
    transparent: isTransparent(picture),
  };
}

type Frames = Pick<ImageHeader, "width" | "height" | "frames" | "delays">;

/** Everything that a meme needs besides its picture, which we have just drawn ourselves. */
export const renderDrawn = (drawn: Pixels, original: Rendition): Promise<ProcessedImage> =>
  renderStill(fromPixels(drawn), original, { ...drawn.info, frames: 1, delays: [] }, OF_PHOTOGRAPHS);

/** Decoding WebP is slow. A large JPEG decodes quickly at half its size or less, which also saves memory. */
const isDecodedOnce = (format: ImageFormat, { width, height }: ImageHeader) =>
  format === "webp" ||
  format === "avif" ||
  (format === "jpeg" && width < 2 * DISPLAY.width && width * height <= MAX_WHOLE_PIXELS);

async function renderFilm(bytes: Uint8Array, format: ImageFormat, film: Film): Promise<ProcessedImage> {
  const original = format === "gif" ? rendition(bytes, "gif") : await filmWebp(film, 85);
  return renderMoving(film, original);
}

/** The same for an animation that we have drawn ourselves. */
export const renderDrawnFilm = async (film: Film): Promise<ProcessedImage> =>
  renderMoving(film, await filmWebp(film, 85));

async function renderMoving(film: Film, original: Rendition): Promise<ProcessedImage> {
  const { header } = film;
  const picture = await toPixels(fitInside(frameOf(film, 0), DISPLAY));
  const fits = header.width <= DISPLAY.width && header.height <= DISPLAY.height;
  // Animations are the most expensive to encode, so an identical one is not encoded again.
  const display =
    fits && original.extension === "webp" ? original : await filmWebp(fits ? film : await shrunk(film), 80);
  return {
    original,
    display,
    ...(await finish(original, header, picture, OF_DRAWINGS, film)),
    transparent: isTransparent(film),
  };
}

async function finish(original: Rendition, header: Frames, picture: Pixels, quality: WebpOptions, film?: Film) {
  // Perceptual hashes see no more than this, and everything is faster with fewer pixels.
  const small = await toPixels(fitInside(fromPixels(picture), THUMBNAIL));
  const frameAt = (frame: number) => (frame === 0 ? fromPixels(small) : frameOf(film!, frame));
  return {
    thumbnail: await webp(fromPixels(small), quality),
    preview: needsPreview(original, picture) ? await previewOf(picture) : undefined,
    width: header.width,
    height: header.height,
    color: dominantColor(picture),
    hash: new Bun.CryptoHasher("sha256").update(original.bytes).digest("hex"),
    ...(await perceptualHashesOf(header, frameAt)),
    animated: header.frames > 1,
    frames: header.frames,
  };
}

/** What an old picture lacks. Runs only in a worker process. */
export async function renderMore(bytes: Uint8Array, wanted: Wanted): Promise<MoreRenditions> {
  const format = requireFormat(bytes);
  const header = await readHeader(bytes, format);
  const film = header.frames > 1 ? await decodeFilm(bytes, header) : undefined;
  const picture = await toPixels(fitInside(film ? frameOf(film, 0) : decodeStill(bytes), DISPLAY));
  const original = rendition(bytes, format === "jpeg" ? "jpg" : "png");
  const avifOf = (size: Size | undefined) => size && avif(fromPixels(picture), size);
  const small = wanted.small && needsSmall(header, picture) ? await smallOf(picture) : undefined;
  return {
    small,
    preview: wanted.preview && needsPreview(original, picture) ? await previewOf(picture) : undefined,
    displayAvif: film ? undefined : await avifOf(wanted.displayAvif),
    smallAvif: await avifOf(wanted.smallAvif ?? small),
    transparent: isTransparent(film ?? picture),
  };
}

/** The display of an animation moves, so its thumbnail would otherwise be the only still picture. */
const needsSmall = ({ frames }: ImageHeader, { info }: Pixels) =>
  info.width > (frames > 1 ? THUMBNAIL.width : SMALL.width);

const needsPreview = ({ bytes, extension }: Rendition, { info }: Pixels) =>
  info.width >= PREVIEW.width && (extension !== "jpg" || bytes.length > PREVIEW.bytes);

async function smallOf(picture: Pixels): Promise<SizedRendition> {
  const small = await toPixels(fitInside(fromPixels(picture), SMALL));
  return { ...(await webp(fromPixels(small), OF_DRAWINGS)), width: small.info.width, height: small.info.height };
}

/** On white, like most chats, and only the top of a tall picture. */
async function previewOf(picture: Pixels): Promise<SizedRendition> {
  const { width } = picture.info;
  const height = Math.max(1, Math.min(picture.info.height, Math.round(width * PREVIEW.ratio)));
  const top = fromPixels(picture).extract({ left: 0, top: 0, width, height }).flatten({ background: "#fff" });
  return { ...rendition(await top.jpeg({ quality: 80 }).toBuffer(), "jpg"), width, height };
}

async function avif(image: Sharp, { width, height }: Size): Promise<Rendition> {
  const options = width * height > MAX_AVIF_PIXELS ? LARGE_AVIF : AVIF;
  return rendition(await image.resize({ width, height, fit: "fill" }).avif(options).toBuffer(), "avif");
}

function isTransparent({ data, info: { channels } }: Pixels): boolean {
  if (channels % 2 === 1) return false;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at]! < OPAQUE) return true;
  return false;
}

async function renderOriginal(
  image: Sharp,
  bytes: Uint8Array,
  format: "jpeg" | "png" | "webp" | "avif",
  header: ImageHeader,
): Promise<Rendition> {
  const pixels = header.width * header.height;
  const careful = pixels <= MAX_CAREFUL_PIXELS;
  // Few programs open AVIF, and encoding it takes long.
  if (format === "avif" && header.alpha) return webp(image, { quality: 90, effort: careful ? 2 : 0 });
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
export async function shrunk(film: Film, box: Size = DISPLAY): Promise<Film> {
  if (film.info.width <= box.width && film.info.height <= box.height * film.header.frames) return film;
  const frames: Pixels[] = [];
  for (let at = 0; at < film.header.frames; at++) frames.push(await toPixels(fitInside(frameOf(film, at), box)));
  const { info } = frames[0]!;
  return {
    ...film,
    data: Buffer.concat(frames.map(({ data }) => data)),
    info: { ...info, height: info.height * frames.length },
  };
}

export const filmWebp = (film: Film, quality: number) => {
  const { header, info } = film;
  const careful = info.width * info.height <= MAX_CAREFUL_PIXELS;
  return webp(fromFilm(film), { quality, effort: careful ? 2 : 0, delay: [...header.delays], loop: header.loop });
};

export const fitInside = (image: Sharp, box: { width: number; height: number }) =>
  image.resize({ ...box, fit: "inside", withoutEnlargement: true });

const webp = async (image: Sharp, options: WebpOptions) => rendition(await image.webp(options).toBuffer(), "webp");

export const rendition = (bytes: Uint8Array, extension: Rendition["extension"]): Rendition => ({
  bytes,
  type: extension === "jpg" ? "image/jpeg" : `image/${extension}`,
  extension,
});
