import { SHARED_KEYS } from "../../data/memes.ts";
import type { ImageSizes, MemeImage, RenditionSize } from "../../entities/meme.ts";
import { webpSize } from "../../images/webp-size.ts";
import type { Rendition } from "./renditions.ts";

/** Length and first bytes of a stored file. */
export interface FileStart {
  size: number;
  start: Uint8Array;
}

/** A file that is missing or not the expected picture has no size. */
export const measure = (files: Record<Rendition, FileStart | undefined>): ImageSizes => ({
  bytes: files.original?.size,
  display: measureRendition(files.display),
  thumbnail: measureRendition(files.thumbnail),
});

function measureRendition(file: FileStart | undefined): RenditionSize | undefined {
  const size = file && webpSize(file.start);
  return size && { bytes: file.size, ...size };
}

/** Bytes a picture takes up in the storage: none if its files are shared, as with seeded memes. */
export const bytesTaken = ({ key, bytes, display, thumbnail }: MemeImage): number =>
  key.startsWith(SHARED_KEYS) ? 0 : (bytes ?? 0) + (display?.bytes ?? 0) + (thumbnail?.bytes ?? 0);
