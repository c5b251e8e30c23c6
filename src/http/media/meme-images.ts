import {
  bytesOf,
  hasRendition,
  imageName,
  keyOf,
  RENDITIONS,
  typeOf,
  type Rendition,
} from "../../core/memes/renditions.ts";
import type { Meme } from "../../entities/meme.ts";

// Nothing in an image may ever run, whatever a browser takes it for.
export const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
};
// Private: a shared cache would keep showing images that have been hidden since.
export const FOREVER = "private, max-age=31536000, immutable";

export interface Image {
  name: string;
  which: Rendition | "avatar" | "logo" | "base";
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

function imageOf({ image, disabled, createdAt }: Meme, which: Rendition, name: string): Image {
  const etag = `"${image.hash.slice(0, 16)}-${which}"`;
  const headers = new Headers({
    ...SAFE_HEADERS,
    "Content-Type": typeOf(image, which),
    "Cache-Control": disabled ? "private, no-store" : FOREVER,
    "Accept-Ranges": "bytes",
    "Last-Modified": new Date(createdAt).toUTCString(),
    ETag: etag,
  });
  return { name, which, key: keyOf(image, which), bytes: bytesOf(image, which), etag, headers };
}
