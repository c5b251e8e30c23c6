import type { MemeImage } from "../../entities/meme.ts";

export const RENDITIONS = [
  "original",
  "display",
  "small",
  "thumbnail",
  "preview",
  "display-avif",
  "small-avif",
] as const;
export type Rendition = (typeof RENDITIONS)[number];

const TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
};

/** Of originals. Their order is kept in drafts, but those do not outlive the process. */
export const EXTENSIONS = Object.keys(TYPES);

const VIDEO_TYPES: Record<string, string> = { mp4: "video/mp4", webm: "video/webm", mov: "video/quicktime" };

/** Endings of the renditions that we make. */
export const MADE_ENDINGS = {
  display: ".display.webp",
  small: ".small.webp",
  thumbnail: ".thumbnail.webp",
  preview: ".preview.jpg",
  "display-avif": ".display.avif",
  "small-avif": ".small.avif",
};

export const endingOf = ({ extension }: Pick<MemeImage, "extension">, which: Rendition) =>
  which === "original" ? `.${extension}` : MADE_ENDINGS[which];

/** Size of a rendition's file; undefined if there is none, and until it has been measured. */
export function bytesOf(image: MemeImage, which: Rendition): number | undefined {
  if (which === "original") return image.bytes;
  if (which === "display-avif") return image.display?.avif;
  if (which === "small-avif") return image.small?.avif;
  return image[which]?.bytes;
}

/** Every picture has these, whether or not they have been measured. */
export const isAlways = (which: Rendition): boolean =>
  which === "original" || which === "display" || which === "thumbnail";

export const hasRendition = (image: MemeImage, which: Rendition): boolean =>
  isAlways(which) || bytesOf(image, which) !== undefined;

export const renditionsOf = (image: MemeImage) => RENDITIONS.filter((which) => hasRendition(image, which));

/** Storage key of a rendition. */
export const keyOf = (image: Pick<MemeImage, "key" | "extension">, which: Rendition) =>
  image.key + endingOf(image, which);
/** Content type of a stored file, by extension. */
export function typeOfKey(key: string): string {
  const extension = key.slice(key.lastIndexOf(".") + 1);
  return (TYPES[extension] ?? VIDEO_TYPES[extension])!;
}
export const typeOf = (image: Pick<MemeImage, "extension">, which: Rendition) => typeOfKey(endingOf(image, which));

/** Name of an image's file in its address. The hash makes it immutable. */
export const imageName = (image: Pick<MemeImage, "hash" | "extension">, which: Rendition) =>
  image.hash + endingOf(image, which);

/** The file for link previews: not all chats show WebP. Small and older pictures have no preview of their own. */
export function previewOf({ image }: { image: MemeImage }): { which: Rendition; width: number; height: number } {
  if (image.preview) return { which: "preview", ...sizeOf(image.preview) };
  if (image.extension !== "webp" || !image.display) return { which: "original", ...sizeOf(image) };
  return { which: "display", ...sizeOf(image.display) };
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });

/** Where images are, under the public address: below the id of their meme, which decides who may see them. */
export const IMAGES = "/i/";

export const imagePath = (
  meme: { id: string; image: Pick<MemeImage, "hash" | "extension"> },
  which: Rendition = "original",
) => `${IMAGES}${meme.id}/${imageName(meme.image, which)}`;
