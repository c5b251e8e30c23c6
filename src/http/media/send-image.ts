import type { StoredFile } from "../../storage/storage.ts";
import { matchesEtag } from "../answer-json.ts";
import type { Exchange } from "../exchange.ts";
import { SAFE_HEADERS, type Image } from "./image.ts";
import { rangeOf } from "./range.ts";

/** Whether the caller has this image already. */
export function isKnown({ request }: Exchange, { etag }: Image): boolean {
  const known = request.headers.get("if-none-match");
  return known !== null && matchesEtag(known, etag);
}

/** The whole image, or the range that was asked for. */
export function sendImage(exchange: Exchange, image: Image, stored: StoredFile): Response {
  const { request, method } = exchange;
  const range = rangeOf(request.headers, image.etag, stored.size);
  if (range === "unsatisfiable") return refuseRange(exchange, image, stored.size);
  const isHead = method === "HEAD";
  if (!range && !isHead && stored instanceof Blob) return respond(exchange, image, 200, stored);
  const { start, end } = range ?? { start: 0, end: stored.size };
  const response = respond(exchange, image, range ? 206 : 200, isHead ? null : stored.slice(start, end));
  response.headers.set("Content-Length", String(end - start));
  if (range) response.headers.set("Content-Range", `bytes ${start}-${end - 1}/${stored.size}`);
  return response;
}

/** A browser shows a video that is opened directly in a page of its own, which has to load it. */
const PLAYABLE = "default-src 'none'; media-src 'self'; sandbox";

/** By type, for sites that are served over https alone and for others. */
const shared = { secure: new Map<string, Headers>(), plain: new Map<string, Headers>() };

/** Images of a type share them: the runtime copies them into a Response, which has to be created at once. */
function headersFor(exchange: Exchange, { type, cacheControl, etag, lastModified }: Image): Headers {
  const kept = exchange.isSecure ? shared.secure : shared.plain;
  const headers = kept.get(type) ?? createHeaders(type);
  kept.set(type, headers);
  headers.set("Cache-Control", cacheControl);
  headers.set("ETag", etag);
  if (lastModified) headers.set("Last-Modified", lastModified);
  else headers.delete("Last-Modified");
  exchange.mark(headers);
  exchange.isMarked = true;
  return headers;
}

const createHeaders = (type: string) =>
  new Headers({
    ...SAFE_HEADERS,
    ...(type.startsWith("video/") ? { "Content-Security-Policy": PLAYABLE } : {}),
    "Content-Type": type,
    "Accept-Ranges": "bytes",
  });

export function respond(
  exchange: Exchange,
  image: Image,
  status: number,
  body: Blob | ReadableStream<Uint8Array> | null,
): Response {
  return new Response(body, { status, headers: headersFor(exchange, image) });
}

function refuseRange(exchange: Exchange, image: Image, size: number): Response {
  const response = respond(exchange, image, 416, null);
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("Content-Range", `bytes */${size}`);
  return response;
}
