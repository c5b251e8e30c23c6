import type { Age } from "./age.ts";

/** Why a meme is held back: by staff, or because its video is not ready. Held memes are also disabled. */
export type Held = "hidden" | "waiting" | "encoding";

export interface Meme {
  id: string;
  authorId: string;
  caption: string;
  /** Description of the picture. */
  alt: string;
  age: Age;
  disabled: boolean;
  held: Held | undefined;
  /** Whether a held meme is enabled once staff release it. */
  shownWhenFree: boolean;
  image: MemeImage;
  rating: { sum: number; total: number };
  commentCount: number;
  /** In milliseconds, like all times. */
  createdAt: number;
  /** The day whose meme of the day it is, in days since 1970. */
  wonDay: number | undefined;
}

export interface MemeImage extends ImageSizes {
  /** Storage key, without the extension of each rendition. */
  key: string;
  /** Part of the public address. Changes with the content. */
  hash: string;
  extension: string;
  width: number;
  height: number;
  color: string;
  animated: boolean;
  /** Whether it has transparent parts; undefined if nobody has looked. */
  transparent: boolean | undefined;
  /** At most 640 pixels wide; never animated. Undefined if the others do as well. */
  small: SizeWithAvif | undefined;
  /** A JPEG for link previews. Undefined if the original does as well. */
  preview: RenditionSize | undefined;
  /** If the meme is a video: then this is its poster. */
  video: MemeVideo | undefined;
}

/** What is made of a video. */
export const VIDEO_FILES = ["mp4", "tinymp4", "nanomp4", "webm"] as const;
export type VideoFile = (typeof VIDEO_FILES)[number];

export interface MemeVideo {
  /** In milliseconds. */
  duration: number;
  hasSound: boolean;
  /** Of all its files together. */
  bytes: number;
  /** None until it is encoded. */
  files: Partial<Record<VideoFile, RenditionSize>>;
}

/** Sizes of the files that every picture has; undefined until measured, and if the storage has lost the file. */
export interface ImageSizes {
  /** Of the original. */
  bytes: number | undefined;
  /** At most 1080 pixels wide. */
  display: SizeWithAvif | undefined;
  /** At most 320 pixels wide; never animated. */
  thumbnail: RenditionSize | undefined;
}

export interface SizeWithAvif extends RenditionSize {
  /** Bytes of its copy as AVIF, if there is one. */
  avif: number | undefined;
}

export interface RenditionSize {
  bytes: number;
  width: number;
  height: number;
}
