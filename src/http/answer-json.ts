import { whenReady } from "../when-ready.ts";
import { codingFor, packJson, type Coding } from "./encoding.ts";
import { refusal, type Refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { jsonOf } from "./json.ts";
import { WrittenJson, weakTag } from "./kept-json.ts";
import { HttpResponse, type Content } from "../wire/http-response.ts";
import { HeaderBlock } from "../wire/response-headers.ts";

const EXPOSED =
  "Allow, ETag, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Error-Code, X-Meme-Id, X-Request-Id";

export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD, PUT, POST, PATCH, DELETE",
  "Access-Control-Allow-Headers":
    "Authorization, X-API-Key, Content-Type, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id",
  "Access-Control-Max-Age": "86400",
};

/** A picture that a caller gets and nobody keeps. */
export class PictureAnswer {
  constructor(
    readonly bytes: Uint8Array,
    readonly type: string,
  ) {}
}

/** Text that goes on for as long as both sides like. */
export class StreamAnswer {
  /** Null for HEAD. */
  constructor(readonly body: ReadableStream<string> | null) {}
}

const STREAM = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Buffering by a proxy would delay the news.
  "X-Accel-Buffering": "no",
};

type HeaderMap = Record<string, string>;
type Bytes = Uint8Array<ArrayBuffer>;

const VARY = { Vary: "Accept-Encoding, Origin" };
const JSON_BODY = {
  "Content-Type": "application/json; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  ...VARY,
};
/** Pages of any site may call the API. Browsers that run one send Origin; nobody else needs to hear of it. */
const FOR_PAGES = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED };

/** The same headers for programs and for pages. */
function headersOf(cacheControl: string, common: HeaderMap = JSON_BODY) {
  const all = { ...common, "Cache-Control": cacheControl };
  return { programs: new HeaderBlock(all), pages: new HeaderBlock({ ...all, ...FOR_PAGES }) };
}
// no-cache lets browsers store it but revalidate each time, since the caller may have changed.
const READ = headersOf("private, no-cache");
// Without what describes a body, as HTTP asks for.
const NOT_MODIFIED = headersOf("private, no-cache", VARY);
const OTHER = headersOf("no-store");

/** An answer with what every answer of the API carries. */
function create(
  { request, rateLimit }: Exchange,
  body: Content,
  { programs, pages }: typeof READ,
  status = 200,
): HttpResponse {
  const response = new HttpResponse(body, { status, headers: request.headers.has("origin") ? pages : programs });
  if (rateLimit) response.headers.append("RateLimit", rateLimit.state);
  return response;
}

/** Shorter answers gain little from compression. */
const MIN_PACKED = 1024;

/**
 * An answer of either API root, compressed if it is long and the caller accepts it. Reads carry an ETag, and get 304
 * instead of the body if the caller has it already.
 */
export function answerJson(
  exchange: Exchange,
  json: string | WrittenJson,
  extra?: HeaderMap,
  status = 200,
): HttpResponse | Promise<HttpResponse> {
  const { request, method } = exchange;
  const reads = method === "GET" || method === "HEAD";
  const isWritten = json instanceof WrittenJson;
  const etag = reads ? withLink(isWritten ? json.etag : etagOf(json), extra) : undefined;
  const known = etag && request.headers.get("if-none-match");
  if (etag && known && matchesEtag(known, etag)) return respond(exchange, null, { status: 304, etag, extra });
  const { length } = isWritten ? json.bytes : json;
  const coding = length > MIN_PACKED ? codingFor(request) : undefined;
  // What is written is sent before anything else is written, unless it is late.
  if (!coding) return respond(exchange, isWritten && exchange.isLate ? json.lasting() : json, { status, etag, extra });
  const packed = isWritten ? json.pack(coding) : packJson(Buffer.from(json), coding);
  return respondPacked(exchange, packed, { status, etag, extra, coding });
}

/** The last page of a list is another answer once a page follows it, even if its body is the same. */
const withLink = (etag: string, extra: HeaderMap | undefined) => (extra?.Link ? `${etag.slice(0, -1)}+"` : etag);

/** A picture instead of JSON, for a caller who asked for one. */
export function answerPicture(exchange: Exchange, { bytes, type }: PictureAnswer, extra?: HeaderMap): HttpResponse {
  const response = create(exchange, bytes, OTHER);
  response.headers.set("Content-Type", type);
  return finish(response, exchange, extra);
}

export function answerStream(exchange: Exchange, { body }: StreamAnswer): HttpResponse {
  return finish(create(exchange, body, OTHER), exchange, STREAM);
}

const respondPacked = (exchange: Exchange, packed: Bytes | Promise<Bytes>, sent: Sent) =>
  whenReady(packed, (bytes) => respond(exchange, bytes, sent));

interface Sent {
  status: number;
  etag: string | undefined;
  extra: HeaderMap | undefined;
  coding?: Coding;
}

function respond(
  exchange: Exchange,
  body: string | Bytes | WrittenJson | null,
  { status, etag, extra, coding }: Sent,
): HttpResponse {
  const response = create(exchange, body, status === 304 ? NOT_MODIFIED : etag ? READ : OTHER, status);
  if (etag) response.headers.append("ETag", etag);
  if (coding) response.headers.append("Content-Encoding", coding);
  return finish(response, exchange, extra);
}

/** The age of a meme less than an hour old, which changes every second or minute. */
const YOUNG = /"time_ago":"\d+ (?:second|minute)s?"/g;

/**
 * Weak, because two answers that differ only in compression, or in the age of a young meme, are interchangeable.
 */
export const etagOf = (body: string) => weakTag(body.replace(YOUNG, ""));

/** `body` if not in the shape of our own API. */
export function answerRefusal(
  exchange: Exchange,
  { code, status, message, headers }: Refusal,
  body = jsonOf({ error: message }),
): HttpResponse {
  const response = create(exchange, body, OTHER, status);
  response.headers.append("X-Error-Code", code);
  return finish(response, exchange, headers);
}

export const refuseUnknown = (exchange: Exchange) =>
  answerRefusal(exchange, refusal("unknown_route", "There is nothing at this address."));

export function refuseMethod(exchange: Exchange, allow: string): HttpResponse {
  const sentence = `${exchange.method} isn't supported here. Use ${allow.replace(/, (?=\w+$)/, " or ")}.`;
  return answerRefusal(exchange, refusal("method_not_allowed", sentence, { Allow: allow }));
}

/** Adds what few answers have. */
function finish(response: HttpResponse, { rateLimit }: Exchange, extra: HeaderMap | undefined): HttpResponse {
  if (rateLimit?.policy) response.headers.set("RateLimit-Policy", rateLimit.policy);
  if (rateLimit?.retryAfter) response.headers.set("Retry-After", rateLimit.retryAfter);
  for (const name in extra) response.headers.set(name, extra[name]!);
  return response;
}

/** If-None-Match compares weakly, and may hold a list or a star. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  const opaque = opaqueOf(etag);
  return header.split(",").some((one) => opaqueOf(one.trim()) === opaque);
}

const opaqueOf = (etag: string) => etag.replace(/^W\//, "");
