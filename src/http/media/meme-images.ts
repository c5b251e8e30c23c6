import {
  bytesOf,
  hasRendition,
  imageName,
  keyOf,
  RENDITIONS,
  typeOfKey,
  type Rendition,
} from "../../core/memes/renditions.ts";
import type { Format, FormatName } from "../../entities/format.ts";
import type { Meme } from "../../entities/meme.ts";
import { FOREVER, type Image } from "./image.ts";

/** What is known of a meme here. */
export type Pictured = Pick<Meme, "id" | "authorId" | "disabled" | "createdAt" | "image">;

/** The images of one meme, each made when it is first asked for. */
export class MemeImages {
  readonly meme: Pictured;
  readonly #images: Image[] = [];

  /** Many are kept, so the words of the meme are left out. */
  constructor({ id, authorId, disabled, createdAt, image }: Meme) {
    this.meme = { id, authorId, disabled, createdAt, image };
  }

  find(name: string): Image | undefined {
    for (const image of this.#images) if (image.name === name) return image;
    const { image: of } = this.meme;
    const which = RENDITIONS.find((one) => imageName(of, one) === name);
    if (!which || !hasRendition(of, which)) return undefined;
    const image = imageOf(this.meme, which, name);
    this.#images.push(image);
    return image;
  }
}

const imageOf = (meme: Pictured, which: Rendition, name: string): Image =>
  fileOf(meme, which, { name, which, key: keyOf(meme.image, which), bytes: bytesOf(meme.image, which) });

/** A file for programs that search for GIFs. */
export const formatImage = (meme: Pictured, { name: which, key, bytes }: Format, name: string): Image =>
  fileOf(meme, `format-${which}`, { name, which, key, bytes });

function fileOf(
  { image, disabled, createdAt }: Pictured,
  mark: string,
  file: Pick<Image, "name" | "key" | "bytes"> & { which: Rendition | FormatName },
): Image {
  return {
    ...file,
    type: typeOfKey(file.key),
    cacheControl: disabled ? "private, no-store" : FOREVER,
    etag: `"${image.hash.slice(0, 16)}-${mark}"`,
    lastModified: new Date(createdAt).toUTCString(),
  };
}
