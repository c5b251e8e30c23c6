import { SHARED_KEYS } from "../../data/memes.ts";
import type { ImageSizes, MemeImage, RenditionSize, SizeWithAvif } from "../../entities/meme.ts";
import { webpSize } from "../../images/webp-size.ts";
import { bytesOf, RENDITIONS } from "./renditions.ts";

/** Length and first bytes of a stored file. */
export interface FileStart {
  size: number;
  start: Uint8Array;
}

/** A file that is missing or not the expected picture has no size. */
export const measure = (files: Record<"original" | "display" | "thumbnail", FileStart | undefined>): ImageSizes => ({
  bytes: files.original?.size,
  display: withoutAvif(measureRendition(files.display)),
  thumbnail: measureRendition(files.thumbnail),
});

const withoutAvif = (size: RenditionSize | undefined): SizeWithAvif | undefined => size && { ...size, avif: undefined };

function measureRendition(file: FileStart | undefined): RenditionSize | undefined {
  const size = file && webpSize(file.start);
  return size && { bytes: file.size, ...size };
}

/** Bytes a picture takes up in the storage: none if its files are shared, as with seeded memes. */
export const bytesTaken = (image: MemeImage): number =>
  image.key.startsWith(SHARED_KEYS)
    ? 0
    : RENDITIONS.reduce((sum, which) => sum + (bytesOf(image, which) ?? 0), image.video?.bytes ?? 0);
