import type { MemeRow } from "../../data/schema.ts";

export type Rendition = "original" | "display" | "thumbnail";

const TYPES: Record<string, string> = { jpg: "image/jpeg", png: "image/png", webp: "image/webp", gif: "image/gif" };

type ImageOf = Pick<MemeRow, "id" | "image_key" | "image_hash" | "image_extension">;

const ENDINGS: Record<Rendition, (meme: Pick<ImageOf, "image_extension">) => string> = {
  original: (meme) => `.${meme.image_extension}`,
  display: () => ".display.webp",
  thumbnail: () => ".thumbnail.webp",
};

export const RENDITIONS = Object.keys(ENDINGS) as Rendition[];
export const keyOf = (meme: Omit<ImageOf, "id" | "image_hash">, which: Rendition) =>
  meme.image_key + ENDINGS[which](meme);
/** Of a file in the storage, by its ending. */
export const typeOfKey = (key: string) => TYPES[key.slice(key.lastIndexOf(".") + 1)]!;
export const typeOf = (meme: ImageOf, which: Rendition) => typeOfKey(keyOf(meme, which));

/** Path of a rendition under the public address: the id decides who may see it, the hash makes it immutable. */
export const imagePath = (meme: ImageOf, which: Rendition = "original") =>
  `/i/${meme.id}/${meme.image_hash}${ENDINGS[which](meme)}`;
