import type { Age } from "./age.ts";

/** Why staff holds a meme back. A held meme is disabled, too. */
export type Held = "hidden" | "waiting";

export interface Meme {
  id: string;
  authorId: string;
  caption: string;
  /** What the picture shows, in words. */
  alt: string;
  age: Age;
  disabled: boolean;
  held: Held | undefined;
  /** Whether a held meme is enabled once staff lets go of it. */
  shownWhenFree: boolean;
  image: MemeImage;
  rating: { sum: number; total: number };
  commentCount: number;
  /** Milliseconds, as all times are. */
  createdAt: number;
}

export interface MemeImage extends ImageSizes {
  /** Where the files are in the storage, without the ending of each rendition. */
  key: string;
  /** Part of the public address: it changes with the content. */
  hash: string;
  extension: string;
  width: number;
  height: number;
  color: string;
  animated: boolean;
}

/** Sizes of the stored files: undefined until they have been measured, and where the storage has lost the file. */
export interface ImageSizes {
  /** Of the original. */
  bytes: number | undefined;
  display: RenditionSize | undefined;
  thumbnail: RenditionSize | undefined;
}

export interface RenditionSize {
  bytes: number;
  width: number;
  height: number;
}
