import { FORMATS, type Format, type FormatName } from "../../entities/format.ts";
import type { Meme, MemeImage } from "../../entities/meme.ts";
import { IMAGES } from "./renditions.ts";

/** Endings of their files. None is that of a rendition. */
const ENDINGS: Readonly<Record<FormatName, string>> = {
  gif: ".full.gif",
  mediumgif: ".medium.gif",
  tinygif: ".tiny.gif",
  nanogif: ".nano.gif",
  webp: ".full.webp",
  tinywebp: ".tiny.webp",
  preview: ".full.jpg",
  tinygifpreview: ".tiny.jpg",
  mp4: ".full.mp4",
  tinymp4: ".tiny.mp4",
  nanomp4: ".nano.mp4",
  webm: ".full.webm",
  tinywebm: ".tiny.webm",
  nanowebm: ".nano.webm",
};

/**
 * Endings of those that are made of a video instead of its poster. Stills may have been made before, and whatever is
 * stored under a key never changes.
 */
const MOVING: Partial<Record<FormatName, string>> = {
  gif: ".film.gif",
  mediumgif: ".film.gif",
  tinygif: ".tinyfilm.gif",
  nanogif: ".nanofilm.gif",
  webp: ".film.webp",
  tinywebp: ".tinyfilm.webp",
};

/** Storage key of a format that has a file of its own. */
export const formatKey = ({ key }: Pick<MemeImage, "key">, name: FormatName) => key + ENDINGS[name];

/** The same for one that is made of a video. */
export const movingKey = ({ key }: Pick<MemeImage, "key">, name: FormatName) => key + (MOVING[name] ?? ENDINGS[name]);

/** The video as it was uploaded, until it is encoded. Nobody sees it: it may say where it was taken. */
export const sourceKey = ({ key }: Pick<MemeImage, "key">) => `${key}.source.mov`;

/** Storage keys of all formats that a picture may have. */
export const formatKeys = ({ key }: Pick<MemeImage, "key">): string[] =>
  [...new Set([...Object.values(ENDINGS), ...Object.values(MOVING)])].map((ending) => key + ending);

/** The format that a file of this name would be; undefined if it is not a format of this picture. */
export function formatOf({ hash }: Pick<MemeImage, "hash">, file: string): FormatName | undefined {
  if (!file.startsWith(hash)) return undefined;
  const ending = file.slice(hash.length);
  return FORMATS.find((name) => ENDINGS[name] === ending || MOVING[name] === ending);
}

/** Whether it was made of the picture that the meme has now. */
export const isCurrent = ({ image }: Pick<Meme, "image">, { key }: Pick<Format, "key">) => key.startsWith(image.key);

/** Public path, below the id of the meme like that of its renditions. */
export const formatPath = ({ id, image }: Pick<Meme, "id" | "image">, { key }: Pick<Format, "key">) =>
  `${IMAGES}${id}/${image.hash}${key.slice(image.key.length)}`;
