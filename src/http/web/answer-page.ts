import type { Addresses } from "../../config.ts";
import { matchesEtag } from "../answer-json.ts";
import { encode, type Content } from "../encoding.ts";
import type { HttpRequest } from "../../wire/http-request.ts";
import { HttpResponse } from "../../wire/http-response.ts";

/** A file of ours, at an address that changes with its content. */
export interface HashedFile extends Content {
  type: string;
  hash: string;
}

const FOREVER = "public, max-age=31536000, immutable";

const originOf = (address: string) => new URL(address).origin;

/** Only our own files may run, load or be called. The API may be on other origins, which are ours too. */
export function pagePolicy({ url, apiUrl, oldApiUrl, pictures }: Addresses): string {
  const others = new Set([apiUrl, oldApiUrl].map(originOf).filter((one) => one !== originOf(url)));
  return [
    "style-src 'self'",
    ["img-src 'self' blob:", ...(pictures ? [pictures.origin] : [])].join(" "),
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    ["connect-src 'self'", ...others].join(" "),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // One policy, for one address: see browser/register-worker.ts.
    "trusted-types service-worker",
  ].join("; ");
}

/** `scripts` is what its scripts may do besides running. */
export const contentPolicy = (policy: string, nonce: string, scripts = ""): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'${scripts}; ${policy}`;

export const pageHeaders = (policy: string, nonce: string): Record<string, string> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": contentPolicy(policy, nonce),
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
});

export const htmlOf = (page: unknown) => `<!doctype html>${String(page)}`;

/** Each page has its own nonce, so there is no ETag. Browsers keep no copy, unless the route says that they may. */
export function answerPage(
  request: HttpRequest,
  page: Content,
  headers: Record<string, string>,
  status = 200,
): HttpResponse {
  const { body, headers: coding } = encode(request, page);
  const all = { ...headers, ...coding, "Cache-Control": "private, no-store" };
  return new HttpResponse(body, { status, headers: all });
}

/** Immutable if the address has the hash of this content. An address of another version gets this one, uncached. */
export const answerAsset = (
  request: HttpRequest,
  { asset, exact }: { asset: HashedFile; exact: boolean },
): HttpResponse => answerEncoded(request, asset, assetHeaders(asset.type, exact));

export const assetHeaders = (type: string, exact: boolean): Record<string, string> => ({
  "Content-Type": type,
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; style-src 'self'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": exact ? FOREVER : "no-store",
});

/** Answers 304 if the browser has the same bytes. */
export function answerEncoded(
  request: HttpRequest,
  content: Content & { hash: string },
  given: Record<string, string>,
): HttpResponse {
  const { body, coding, headers: chosen } = encode(request, content);
  // Each encoding has its own, because they are different bytes.
  const etag = coding ? `"${content.hash}-${coding}"` : `"${content.hash}"`;
  const headers: Record<string, string> = { ...given, ...chosen, ETag: etag };
  const known = request.headers.get("if-none-match");
  if (known !== null && matchesEtag(known, etag)) return new HttpResponse(null, { status: 304, headers });
  return new HttpResponse(body, { headers });
}
