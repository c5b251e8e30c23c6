import {
  decodeFilm,
  decodeStill,
  type Film,
  frameOf,
  fromFilm,
  type ImageHeader,
  readHeader,
  toPixels,
} from "./decode.ts";
import { durationOf } from "./make-film.ts";
import type { MadeFormats, SizedRendition, WantedFormats } from "./process.ts";
import { filmWebp, fitInside, rendition, shrunk } from "./render.ts";
import { requireFormat } from "./sniff.ts";
import type { Size } from "./webp-size.ts";

/** What the files have to fit into, the largest first. Each is made of the one before. */
const GIFS = {
  gif: { width: 640, height: 1280 },
  mediumgif: { width: 498, height: 996 },
  tinygif: { width: 220, height: 440 },
  nanogif: { width: 360, height: 90 },
} as const satisfies Record<string, Size>;

/** Of all frames together: photographs take a second of CPU time per megapixel, and a megabyte. */
const MAX_GIF_PIXELS = 6_000_000;
/** Neighbouring frames often differ by nothing that anybody sees, and every pixel that stays the same costs nothing. */
const GIF = { effort: 1, interFrameMaxError: 4, interPaletteMaxError: 8 };
const WEBP_QUALITY = 70;

/** Files of a stored picture for programs that search for GIFs. Runs only in a worker process. */
export async function renderFormats(bytes: Uint8Array, wanted: WantedFormats = {}): Promise<MadeFormats> {
  const format = requireFormat(bytes);
  const header = await readHeader(bytes, format);
  const moves = header.frames > 1;
  const whole = moves ? await decodeFilm(bytes, header) : await decodeFrame(bytes, header);
  const gif = await shrunk(whole, boundedBox(GIFS.gif, header));
  const medium = await shrunk(gif, GIFS.mediumgif);
  const tiny = await shrunk(medium, GIFS.tinygif);
  const nano = await shrunk(tiny, GIFS.nanogif);
  const isGif = format === "gif";
  const made = new Map<Film, SizedRendition>();
  // A GIF that is small enough is shown as it is, and so is the largest whatever its size.
  const unlessSame = async (film: Film, box: Size) => {
    if (isGif && header.width <= box.width && header.height <= box.height) return undefined;
    if (!made.has(film)) made.set(film, await gifOf(film));
    return made.get(film);
  };
  return {
    gif: await unlessSame(gif, isGif ? header : GIFS.gif),
    mediumgif: await unlessSame(medium, GIFS.mediumgif),
    tinygif: await unlessSame(tiny, GIFS.tinygif),
    nanogif: await unlessSame(nano, GIFS.nanogif),
    webp: moves && wanted.webp ? await webpOf(gif) : undefined,
    tinywebp: moves ? await webpOf(tiny) : undefined,
    preview: await previewOf(gif),
    tinygifpreview: await previewOf(tiny),
    duration: moves ? durationOf(header) : 0,
  };
}

/** Smaller for a long animation. */
function boundedBox(box: Size, { width, height, frames }: ImageHeader): Size {
  const share = Math.min(1, Math.sqrt(MAX_GIF_PIXELS / (width * height * frames)));
  const within = (side: number, most: number) => Math.max(1, Math.min(most, Math.floor(side * share)));
  return frames > 1 ? { width: within(width, box.width), height: within(height, box.height) } : box;
}

const decodeFrame = async (bytes: Uint8Array, header: ImageHeader): Promise<Film> => ({
  ...(await toPixels(fitInside(decodeStill(bytes), GIFS.gif))),
  header,
});

const sizeOf = ({ info, header }: Film): Size => ({ width: info.width, height: info.height / header.frames });

const webpOf = async (film: Film): Promise<SizedRendition> => ({
  ...(await filmWebp(film, WEBP_QUALITY)),
  ...sizeOf(film),
});

async function gifOf(film: Film): Promise<SizedRendition> {
  const { header } = film;
  const timing = header.frames > 1 ? { delay: [...header.delays], loop: header.loop } : {};
  return {
    ...rendition(
      await fromFilm(film)
        .gif({ ...GIF, ...timing })
        .toBuffer(),
      "gif",
    ),
    ...sizeOf(film),
  };
}

/** The first frame, on white. */
async function previewOf(film: Film): Promise<SizedRendition> {
  const frame = frameOf(film, 0).flatten({ background: "#fff" });
  return { ...rendition(await frame.jpeg({ quality: 80 }).toBuffer(), "jpg"), ...sizeOf(film) };
}
