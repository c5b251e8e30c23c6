import type { Rendition } from "../../core/memes/renditions.ts";
import type { FormatName } from "../../entities/format.ts";

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
  lastModified?: string;
  headers: Headers;
}

const shared = new Map<string, Headers>();

/** All images of a type share their headers, to which `respond` adds those of one image. */
export function headersFor(type: string, cacheControl: string): Headers {
  const name = `${type} ${cacheControl}`;
  const known = shared.get(name);
  if (known) return known;
  const headers = new Headers({
    ...SAFE_HEADERS,
    ...(type.startsWith("video/") ? { "Content-Security-Policy": PLAYABLE } : {}),
    "Content-Type": type,
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
  });
  shared.set(name, headers);
  return headers;
}
