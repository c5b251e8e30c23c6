import { jsonOf } from "./json.ts";
import type { Refusal } from "./errors.ts";
import type { Scope } from "./scope.ts";

const EXPOSED =
  "Allow, ETag, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Error-Code, X-Request-Id";

export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD, PUT, POST, PATCH, DELETE",
  "Access-Control-Allow-Headers":
    "Authorization, X-API-Key, Content-Type, If-None-Match, Idempotency-Key, X-Request-Id",
  "Access-Control-Max-Age": "86400",
};

type HeaderMap = Record<string, string>;

// Made once and copied natively: to hand over a dozen headers as an object costs more than all the rest of an answer.
const SHARED = {
  "Content-Type": "application/json; charset=utf-8",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  "X-Content-Type-Options": "nosniff",
};
// no-cache lets a browser keep it and ask anew each time; the ETag then speaks for the caller of that moment.
const READ_HEADERS = new Headers({ ...SHARED, "Cache-Control": "private, no-cache" });
const OTHER_HEADERS = new Headers({ ...SHARED, "Cache-Control": "no-store" });

/** An answer of either API root. Reads carry an ETag, and 304 takes the body's place where the caller has it already. */
export function answerJson(request: Request, scope: Scope, body: string, extra?: HeaderMap, status = 200): Response {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD")
    return finish(new Response(body, { status, headers: OTHER_HEADERS }), scope, extra);
  const etag = `"${Bun.hash(body).toString(16)}"`;
  const known = request.headers.get("if-none-match");
  const response =
    known !== null && matchesEtag(known, etag)
      ? new Response(null, { status: 304, headers: READ_HEADERS })
      : new Response(body, { headers: READ_HEADERS });
  response.headers.set("ETag", etag);
  if (method === "HEAD") response.headers.set("Content-Length", String(Buffer.byteLength(body)));
  return finish(response, scope, extra);
}

export function answerRefusal(request: Request, scope: Scope, refusal: Refusal): Response {
  const body = jsonOf({ error: refusal.message });
  const response = new Response(body, { status: refusal.status, headers: OTHER_HEADERS });
  response.headers.set("X-Error-Code", refusal.code);
  if (request.method === "HEAD") response.headers.set("Content-Length", String(Buffer.byteLength(body)));
  return finish(response, scope, refusal.headers);
}

function finish(response: Response, scope: Scope, extra: HeaderMap | undefined): Response {
  const { headers } = response;
  const { rateLimit } = scope;
  headers.set("X-Request-Id", scope.requestId);
  scope.hasRequestId = true;
  if (rateLimit) {
    headers.set("RateLimit-Policy", rateLimit.policy);
    headers.set("RateLimit", rateLimit.state);
    if (rateLimit.retryAfter) headers.set("Retry-After", rateLimit.retryAfter);
  }
  for (const name in extra) headers.set(name, extra[name]!);
  return response;
}

/** If-None-Match compares weakly, and may hold a list or a star. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
