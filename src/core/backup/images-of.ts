import type { Row } from "../../data/backup.ts";
import type { MemeImage } from "../../entities/meme.ts";
import type { Storage } from "../../storage/storage.ts";
import { keyOf, RENDITIONS } from "../memes/renditions.ts";
import { readPart, type ImageFile, type Manifest } from "./format.ts";

/** A meme's picture, according to its row in a backup. */
export const imageOf = (row: Row): Pick<MemeImage, "key" | "extension"> => ({
  key: String(row.image_key),
  extension: String(row.image_extension),
});

/** What a meme's row says about one of its files. */
export interface Expected {
  memeId: string;
  /** Shared by all files of the picture. */
  imageKey: string;
  /** Prefix of its checksum. */
  hash?: string;
  size?: number;
}

/** One entry per file of a meme's picture. */
export const expectedOf = (row: Row): [key: string, expected: Expected][] => {
  const image = imageOf(row);
  return RENDITIONS.map((which) => {
    const size = row[`${which}_bytes`];
    const known = which === "original" ? { hash: String(row.image_hash) } : size ? { size: Number(size) } : {};
    return [keyOf(image, which), { memeId: String(row.id), imageKey: image.key, ...known }];
  });
};

/** Storage keys of a meme's pictures. */
export const imagesOf = (row: Row): string[] => RENDITIONS.map((which) => keyOf(imageOf(row), which));

/** Pictures of the backup's memes that it does not even list, except those of memes deleted during the backup. */
export async function unlistedImages(source: Storage, manifest: Manifest): Promise<string[]> {
  const known = new Set(manifest.gone);
  for (const part of manifest.images) for (const [key] of await readPart<ImageFile>(source, part)) known.add(key);
  const unlisted = new Set<string>(); // memes may share a picture
  for (const part of manifest.tables.memes ?? [])
    for (const row of await readPart<Row>(source, part))
      for (const key of imagesOf(row)) if (!known.has(key)) unlisted.add(key);
  return [...unlisted];
}
