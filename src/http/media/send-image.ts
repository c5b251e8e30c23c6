import type { StoredFile } from "../../storage/storage.ts";
import { matchesEtag } from "../answer-json.ts";
import type { Exchange } from "../exchange.ts";
import type { KeptFile } from "./kept-images.ts";
import { SAFE_HEADERS, type Image } from "./image.ts";
import { rangeOf } from "./range.ts";
import { HttpResponse, type Content } from "../../wire/http-response.ts";
import { HeaderBlock } from "../../wire/response-headers.ts";

/** Whether the caller has this image already. */
export function isKnown({ request }: Exchange, { etag }: Image): boolean {
  const known = request.headers.get("if-none-match");
  return known !== null && matchesEtag(known, etag);
}

/** The whole image, or the range that was asked for. */
export function sendImage(exchange: Exchange, image: Image, stored: StoredFile | KeptFile): HttpResponse {
  const { request, method } = exchange;
  const range = method === "GET" ? rangeOf(request.headers, image.etag, stored.size) : undefined;
  if (range === "unsatisfiable") return refuseRange(image, stored.size);
  const { start, end } = range ?? { start: 0, end: stored.size };
  const response = respond(image, range ? 206 : 200, method === "HEAD" ? null : stored.slice(start, end));
  response.headers.set("Content-Length", String(end - start));
  if (range) response.headers.set("Content-Range", `bytes ${start}-${end - 1}/${stored.size}`);
  return response;
}

/** A browser shows a video that is opened directly in a page of its own, which has to load it. */
const PLAYABLE = "default-src 'none'; media-src 'self'; sandbox";

/** Images of a type share what does not depend on the image. */
const shared = new Map<string, HeaderBlock>();

const headersOf = (type: string) =>
  shared.getOrInsertComputed(
    type,
    () =>
      new HeaderBlock({
        ...SAFE_HEADERS,
        ...(type.startsWith("video/") ? { "Content-Security-Policy": PLAYABLE } : {}),
        "Content-Type": type,
        "Accept-Ranges": "bytes",
      }),
  );

export function respond(
  { type, cacheControl, etag, lastModified }: Image,
  status: number,
  body: Content,
): HttpResponse {
  const response = new HttpResponse(body, { status, headers: headersOf(type) });
  const { headers } = response;
  headers.append("Cache-Control", cacheControl);
  headers.append("ETag", etag);
  if (lastModified) headers.append("Last-Modified", lastModified);
  return response;
}

function refuseRange(image: Image, size: number): HttpResponse {
  const response = respond(image, 416, null);
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("Content-Range", `bytes */${size}`);
  return response;
}
