import type { MemeImage } from "../../entities/meme.ts";

export const RENDITIONS = ["original", "display", "thumbnail"] as const;
export type Rendition = (typeof RENDITIONS)[number];

const TYPES: Record<string, string> = { jpg: "image/jpeg", png: "image/png", webp: "image/webp", gif: "image/gif" };

/** Endings of the renditions that we make. */
export const MADE_ENDINGS = { display: ".display.webp", thumbnail: ".thumbnail.webp" };

export const endingOf = ({ extension }: Pick<MemeImage, "extension">, which: Rendition) =>
  which === "original" ? `.${extension}` : MADE_ENDINGS[which];

/** Storage key of a rendition. */
export const keyOf = (image: Pick<MemeImage, "key" | "extension">, which: Rendition) =>
  image.key + endingOf(image, which);
/** Content type of a stored file, by extension. */
export const typeOfKey = (key: string) => TYPES[key.slice(key.lastIndexOf(".") + 1)]!;
export const typeOf = (image: MemeImage, which: Rendition) => TYPES[which === "original" ? image.extension : "webp"]!;

/** Name of an image's file in its address. The hash makes it immutable. */
export const imageName = (image: Pick<MemeImage, "hash" | "extension">, which: Rendition) =>
  image.hash + endingOf(image, which);

/** Where images are, under the public address: below the id of their meme, which decides who may see them. */
export const IMAGES = "/i/";

export const imagePath = (
  meme: { id: string; image: Pick<MemeImage, "hash" | "extension"> },
  which: Rendition = "original",
) => `${IMAGES}${meme.id}/${imageName(meme.image, which)}`;
