import { codingFor, pack, packLater, QUICK, type Coding } from "./encoding.ts";
import { refusal, type Refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { jsonOf } from "./json.ts";

const EXPOSED =
  "Allow, ETag, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Error-Code, X-Request-Id";

export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD, PUT, POST, PATCH, DELETE",
  "Access-Control-Allow-Headers":
    "Authorization, X-API-Key, Content-Type, If-None-Match, Idempotency-Key, X-Request-Id",
  "Access-Control-Max-Age": "86400",
};

type HeaderMap = Record<string, string>;

// Created once and copied natively: passing a dozen headers as an object costs more than the rest of the answer.
const SHARED = {
  "Content-Type": "application/json; charset=utf-8",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept-Encoding",
};
// no-cache lets browsers store it but revalidate each time, since the caller may have changed.
const READ_HEADERS = new Headers({ ...SHARED, "Cache-Control": "private, no-cache" });
const OTHER_HEADERS = new Headers({ ...SHARED, "Cache-Control": "no-store" });

/** Shorter answers gain little from compression. */
const MIN_PACKED = 1024;
/** Compressing longer answers in this thread would hold up everybody else. */
const MAX_PACKED_AT_ONCE = 64 * 1024;

/**
 * An answer of either API root, compressed if it is long and the caller accepts it. Reads carry an ETag, and get 304
 * instead of the body if the caller has it already.
 */
export function answerJson(
  exchange: Exchange,
  body: string,
  extra?: HeaderMap,
  status = 200,
): Response | Promise<Response> {
  const { request } = exchange;
  const { method } = request;
  const reads = method === "GET" || method === "HEAD";
  const init = { status, headers: reads ? READ_HEADERS : OTHER_HEADERS };
  const etag = reads ? etagOf(body) : undefined;
  const known = etag && request.headers.get("if-none-match");
  const finished = (sent: string | Uint8Array<ArrayBuffer> | null, coding?: Coding) => {
    const response = new Response(sent, sent === null ? { ...init, status: 304 } : init);
    if (etag) response.headers.set("ETag", etag);
    if (coding) response.headers.set("Content-Encoding", coding);
    if (method === "HEAD" && sent !== null) response.headers.set("Content-Length", String(Buffer.byteLength(sent)));
    return finish(response, exchange, extra);
  };
  if (etag && known && matchesEtag(known, etag)) return finished(null);
  const coding = body.length > MIN_PACKED ? codingFor(request) : undefined;
  if (!coding) return finished(body);
  const bytes = Buffer.from(body);
  if (bytes.length <= MAX_PACKED_AT_ONCE) return finished(pack(bytes, coding, QUICK), coding);
  return packLater(bytes, coding, QUICK).then((packed) => finished(packed, coding));
}

/** The age of a meme less than an hour old, which changes every second or minute. */
const YOUNG = /"time_ago":"\d+ (?:second|minute)s?"/g;

/**
 * Weak, because two answers that differ only in compression, or in the age of a young meme, are interchangeable.
 */
export const etagOf = (body: string) => `W/"${Bun.hash(body.replace(YOUNG, "")).toString(16)}"`;

export function answerRefusal(exchange: Exchange, { code, status, message, headers }: Refusal): Response {
  const body = jsonOf({ error: message });
  const response = new Response(body, { status, headers: OTHER_HEADERS });
  response.headers.set("X-Error-Code", code);
  if (exchange.request.method === "HEAD") response.headers.set("Content-Length", String(Buffer.byteLength(body)));
  return finish(response, exchange, headers);
}

export const refuseUnknown = (exchange: Exchange) =>
  answerRefusal(exchange, refusal("unknown_route", "There is nothing at this address."));

export function refuseMethod(exchange: Exchange, allow: string): Response {
  const sentence = `${exchange.request.method} isn't supported here. Use ${allow.replace(/, (?=\w+$)/, " or ")}.`;
  return answerRefusal(exchange, refusal("method_not_allowed", sentence, { Allow: allow }));
}

function finish(response: Response, exchange: Exchange, extra: HeaderMap | undefined): Response {
  const { headers } = response;
  const { rateLimit, requestId } = exchange;
  headers.set("X-Request-Id", requestId);
  exchange.hasRequestId = true;
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
  const opaque = opaqueOf(etag);
  return header.split(",").some((one) => opaqueOf(one.trim()) === opaque);
}

const opaqueOf = (etag: string) => etag.replace(/^W\//, "");
