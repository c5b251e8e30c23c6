import { jsonOf } from "./json.ts";
import type { Refusal } from "./errors.ts";
import type { Scope } from "./scope.ts";

const EXPOSED = "Allow, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";

export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD, PUT, POST, PATCH, DELETE",
  "Access-Control-Allow-Headers":
    "Authorization, X-API-Key, Content-Type, If-None-Match, Idempotency-Key, X-Request-Id",
  "Access-Control-Max-Age": "86400",
};

type HeaderMap = Record<string, string>;

/** Written out in one piece, because it is made for every answer and copying from piece to piece costs more than it. */
function headersOf(scope: Scope, cacheControl: string): HeaderMap {
  scope.hasRequestId = true;
  const { rateLimit, requestId } = scope;
  const headers: HeaderMap = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": cacheControl,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  };
  if (rateLimit) {
    headers["RateLimit-Policy"] = rateLimit.policy;
    headers.RateLimit = rateLimit.state;
    if (rateLimit.retryAfter) headers["Retry-After"] = rateLimit.retryAfter;
  }
  return headers;
}

/** An answer of either API root. Reads carry an ETag, and 304 takes the body's place where the caller has it already. */
export function answerJson(request: Request, scope: Scope, body: string, extra?: HeaderMap): Response {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD")
    return new Response(body, { headers: { ...headersOf(scope, "no-store"), ...extra } });
  const etag = `"${Bun.hash(body).toString(16)}"`;
  // no-cache lets a browser keep it and ask anew each time; the ETag then speaks for the caller of that moment.
  const headers = headersOf(scope, "private, no-cache");
  headers.ETag = etag;
  if (extra) Object.assign(headers, extra);
  const known = request.headers.get("if-none-match");
  if (known !== null && matchesEtag(known, etag)) return new Response(null, { status: 304, headers });
  if (method === "HEAD") headers["Content-Length"] = String(Buffer.byteLength(body));
  return new Response(body, { headers });
}

export function answerRefusal(request: Request, scope: Scope, refusal: Refusal): Response {
  const body = jsonOf({ error: refusal.message });
  const headers = { ...headersOf(scope, "no-store"), ...refusal.headers };
  if (request.method === "HEAD") headers["Content-Length"] = String(Buffer.byteLength(body));
  return new Response(body, { status: refusal.status, headers });
}

/** If-None-Match compares weakly, and may hold a list or a star. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
