import type { Rendition } from "../../core/memes/renditions.ts";
import type { FormatName } from "../../entities/format.ts";

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
  which: Rendition | FormatName | "avatar" | "logo" | "base";
  /** Storage key of its file. */
  key: string;
  /** Size of its file; undefined until measured. */
  bytes: number | undefined;
  type: string;
  cacheControl: string;
  etag: string;
  lastModified?: string;
}
