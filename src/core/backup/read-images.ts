import { readBytes, type Storage } from "../../storage/storage.ts";
import { forEachAtOnce, imageKey, readPart, sha256, type ImageFile, type Manifest, type OnStep } from "./format.ts";
import { unlistedImages } from "./images-of.ts";

export interface ImagesRead {
  /** Images with the same bytes as when they were copied. */
  images: number;
  /** Pictures of the backup's memes that it does not have, listed or not. */
  missing: string[];
  /** In the backup, but changed since they were copied, or unreadable. */
  damaged: string[];
  /** Not in the backup because their memes were deleted during it; those memes return without a picture. */
  gone: string[];
}

/** Reads every intact image of the backup, and reports the others. */
export async function readImages(
  source: Storage,
  manifest: Manifest,
  { onStep, take }: { onStep?: OnStep; take?: (key: string, bytes: Uint8Array) => Promise<void> },
): Promise<ImagesRead> {
  const missing = await unlistedImages(source, manifest);
  const read: ImagesRead = { images: 0, missing, damaged: [], gone: manifest.gone ?? [] };
  const total = manifest.images.reduce((sum, { rows }) => sum + rows, 0);
  for (const part of manifest.images)
    await forEachAtOnce(await readPart<ImageFile>(source, part), async (file) => {
      const bytes = await readImage(source, file);
      if (typeof bytes === "string") read[bytes].push(file[0]);
      else {
        await take?.(file[0], bytes);
        read.images++;
      }
      onStep?.("image files", 1, total);
    });
  return read;
}

export async function readImage(
  source: Storage,
  [key, size, sum]: ImageFile,
): Promise<Uint8Array | "missing" | "damaged"> {
  // An unreadable file is no reason to stop: the others are wanted.
  const bytes = await readBytes(source, imageKey(key)).catch(() => null);
  if (bytes === undefined) return "missing";
  const isWhole = bytes !== null && bytes.length === size && (sum === undefined || sha256(bytes) === sum);
  return isWhole ? bytes : "damaged";
}
