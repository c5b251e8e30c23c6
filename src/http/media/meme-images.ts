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

// Nothing in an image may ever run, whatever a browser takes it for.
export const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
};
/** A browser shows a video that is opened directly in a page of its own, which has to load it. */
const PLAYABLE = "default-src 'none'; media-src 'self'; sandbox";
// Private: a shared cache would keep showing images that have been hidden since.
export const FOREVER = "private, max-age=31536000, immutable";

export interface Image {
  name: string;
  which: Rendition | FormatName | "avatar" | "logo" | "base";
  /** Storage key of its file. */
  key: string;
  /** Size of its file; undefined until measured. */
  bytes: number | undefined;
  etag: string;
  /** Shared by all answers, since the runtime copies them into a Response. So the Response has to be created at once. */
  headers: Headers;
}

/** The images of one meme, each made when it is first asked for. */
export class MemeImages {
  readonly #images: Image[] = [];

  constructor(readonly meme: Meme) {}

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

const imageOf = (meme: Meme, which: Rendition, name: string): Image =>
  fileOf(meme, which, { name, which, key: keyOf(meme.image, which), bytes: bytesOf(meme.image, which) });

/** A file for programs that search for GIFs. */
export const formatImage = (meme: Meme, { name: which, key, bytes }: Format, name: string): Image =>
  fileOf(meme, `format-${which}`, { name, which, key, bytes });

function fileOf(
  { image, disabled, createdAt }: Meme,
  mark: string,
  file: Pick<Image, "name" | "key" | "bytes"> & { which: Rendition | FormatName },
): Image {
  const etag = `"${image.hash.slice(0, 16)}-${mark}"`;
  const type = typeOfKey(file.key);
  const headers = new Headers({
    ...SAFE_HEADERS,
    ...(type.startsWith("video/") ? { "Content-Security-Policy": PLAYABLE } : {}),
    "Content-Type": type,
    "Cache-Control": disabled ? "private, no-store" : FOREVER,
    "Accept-Ranges": "bytes",
    "Last-Modified": new Date(createdAt).toUTCString(),
    ETag: etag,
  });
  return { ...file, etag, headers };
}
