import type { MemeImage } from "../../entities/meme.ts";

export type Rendition = "original" | "display" | "thumbnail";

const TYPES: Record<string, string> = { jpg: "image/jpeg", png: "image/png", webp: "image/webp", gif: "image/gif" };

const ENDINGS: Record<Rendition, (image: Pick<MemeImage, "extension">) => string> = {
  original: (image) => `.${image.extension}`,
  display: () => ".display.webp",
  thumbnail: () => ".thumbnail.webp",
};

export const RENDITIONS = Object.keys(ENDINGS) as Rendition[];
/** Storage key of a rendition. */
export const keyOf = (image: Pick<MemeImage, "key" | "extension">, which: Rendition) =>
  image.key + ENDINGS[which](image);
/** Content type of a stored file, by extension. */
export const typeOfKey = (key: string) => TYPES[key.slice(key.lastIndexOf(".") + 1)]!;
export const typeOf = (image: MemeImage, which: Rendition) => typeOfKey(keyOf(image, which));

/** Path under the public address. The id decides who may see it; the hash makes it immutable. */
export const imagePath = (
  { id, image }: { id: string; image: Pick<MemeImage, "hash" | "extension"> },
  which: Rendition = "original",
) => `/i/${id}/${image.hash}${ENDINGS[which](image)}`;
