import { jsonOf } from "./json.ts";
import type { Refusal } from "./errors.ts";
import type { Scope } from "./scope.ts";

const SHARED_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Allow, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id",
  "X-Content-Type-Options": "nosniff",
};

export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD, PUT, POST, PATCH, DELETE",
  "Access-Control-Allow-Headers":
    "Authorization, X-API-Key, Content-Type, If-None-Match, Idempotency-Key, X-Request-Id",
  "Access-Control-Max-Age": "86400",
};

const READ_HEADERS = { ...SHARED_HEADERS, "Cache-Control": "private, no-cache", Vary: "Authorization, X-API-Key" };
const OTHER_HEADERS = { ...SHARED_HEADERS, "Cache-Control": "no-store" };

/** An answer of either API root. Reads carry an ETag, and 304 takes the body's place where the caller has it already. */
export function answerJson(request: Request, scope: Scope, body: string, extra: Record<string, string>): Response {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD")
    return new Response(body, { headers: { ...OTHER_HEADERS, ...common(scope), ...extra } });
  const etag = `"${Bun.hash(body).toString(16)}"`;
  const headers: Record<string, string> = { ...READ_HEADERS, ETag: etag, ...common(scope), ...extra };
  const known = request.headers.get("if-none-match");
  if (known !== null && matchesEtag(known, etag)) return new Response(null, { status: 304, headers });
  if (method === "HEAD") headers["Content-Length"] = String(Buffer.byteLength(body));
  return new Response(body, { headers });
}

function common(scope: Scope): Record<string, string> {
  scope.hasRequestId = true;
  return { "X-Request-Id": scope.requestId, ...scope.rateLimit };
}

export function answerRefusal(request: Request, scope: Scope, refusal: Refusal): Response {
  const body = jsonOf({ error: refusal.message });
  const headers: Record<string, string> = { ...OTHER_HEADERS, ...common(scope), ...refusal.headers };
  if (request.method === "HEAD") headers["Content-Length"] = String(Buffer.byteLength(body));
  return new Response(body, { status: refusal.status, headers });
}

/** If-None-Match compares weakly, and may hold a list or a star. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
