import { SHARED_KEYS } from "../../data/memes.ts";
import type { MemeRow } from "../../data/schema.ts";
import { webpSize } from "../../images/webp-size.ts";
import type { Rendition } from "./renditions.ts";

/** What is known of the stored files of a meme. */
export type Measures = Pick<
  MemeRow,
  | "original_bytes"
  | "display_bytes"
  | "display_width"
  | "display_height"
  | "thumbnail_bytes"
  | "thumbnail_width"
  | "thumbnail_height"
>;

/** A stored file: how long it is, and how it begins. */
export interface FileStart {
  size: number;
  start: Uint8Array;
}

/** A file that is not there, or not the picture it should be, leaves its columns empty. */
export function measure(files: Record<Rendition, FileStart | undefined>): Measures {
  const display = measureRendition(files.display);
  const thumbnail = measureRendition(files.thumbnail);
  return {
    original_bytes: files.original?.size ?? null,
    display_bytes: display.bytes,
    display_width: display.width,
    display_height: display.height,
    thumbnail_bytes: thumbnail.bytes,
    thumbnail_width: thumbnail.width,
    thumbnail_height: thumbnail.height,
  };
}

function measureRendition(file: FileStart | undefined) {
  const size = file && webpSize(file.start);
  return size ? { bytes: file.size, ...size } : { bytes: null, width: null, height: null };
}

/** What a meme takes up in the storage: nothing where its files are shared, as those of seeded memes are. */
export const bytesTaken = (meme: Measures & Pick<MemeRow, "image_key">): number =>
  meme.image_key.startsWith(SHARED_KEYS)
    ? 0
    : (meme.original_bytes ?? 0) + (meme.display_bytes ?? 0) + (meme.thumbnail_bytes ?? 0);
