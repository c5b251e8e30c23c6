import { tooLarge } from "../read-body.ts";
import { MAX_BYTES } from "../route.ts";
import { NEEDS_KEY } from "./api-face.ts";
import type { Route } from "./api-route.ts";
import { ErrorBody } from "./error-schemas.ts";
import { refOf, type JsonObject } from "./openapi-schemas.ts";

const STATUS_TEXT: Record<number, string> = {
  400: "The input is malformed.",
  401: "No key, or an invalid, expired or revoked one.",
  403: "The key or the account isn't allowed to do this.",
  404: "It doesn't exist, or it's hidden from you.",
  405: "The path exists but doesn't support this method; Allow lists those it does. An empty id makes it a different path.",
  409: "The first request with this Idempotency-Key is still running.",
  413: "The body is too large.",
  415: "The body's type isn't accepted.",
  422: "The Idempotency-Key has already been used for another request.",
  429: "Too many requests. Retry-After says how long to wait.",
  500: "Our fault.",
  503: "The site is overloaded, or something it depends on is down. Retry-After says when to try again.",
};
interface Header {
  name: string;
  description: string;
  example: string;
  schema?: JsonObject;
}
const HEADERS = {
  XErrorCode: {
    name: "X-Error-Code",
    description: "What went wrong, as one stable word, for programs.",
    example: "not_found",
    schema: { $ref: "#/components/schemas/ErrorCode" },
  },
  XRequestId: {
    name: "X-Request-Id",
    description: "Identifies this request in the site's log.",
    example: "3f2a9c1e-1k",
  },
  ETag: {
    name: "ETag",
    description:
      "Send it as If-None-Match to get 304 until something changes. Weak: time_ago changes it at most once an hour.",
    example: 'W/"9f86d081884c7d65"',
  },
  RateLimitPolicy: {
    name: "RateLimit-Policy",
    description:
      "Requests (q) in a number of seconds (w) for each account, all its keys together. Sent once in that time, when less than a tenth is left, and with 429.",
    example: '"account";q=600;w=60',
  },
  RateLimit: {
    name: "RateLimit",
    description: "Requests left (r), and seconds until the allowance is full again (t).",
    example: '"account";r=599;t=1',
  },
  Link: {
    name: "Link",
    description: "The next page of a long list.",
    example: '<http://localhost:8420/v1/meme/140737488889978880/comments?cursor=7>; rel="next"',
  },
  Allow: { name: "Allow", description: "The methods this path supports.", example: "GET, HEAD" },
  RetryAfter: { name: "Retry-After", description: "How many seconds to wait before you try again.", example: "2" },
  WWWAuthenticate: { name: "WWW-Authenticate", description: "How to send a key.", example: "Bearer" },
  IdempotentReplayed: {
    name: "Idempotent-Replayed",
    description: "Present when this is a replay of the first answer.",
    example: "true",
  },
} as const satisfies Record<string, Header>;
type HeaderName = keyof typeof HEADERS;

export const headerComponents = (): JsonObject =>
  Object.fromEntries(
    Object.entries<Header>(HEADERS).map(([name, { description, example, schema = { type: "string" } }]) => [
      name,
      { description, schema, example },
    ]),
  );

const RATE_LIMIT: HeaderName[] = ["RateLimitPolicy", "RateLimit"];

const limitOf = ({ access }: Route): HeaderName[] => (access === "anyone" ? [] : RATE_LIMIT);

function answerHeaders(one: Route): JsonObject {
  const names: HeaderName[] = ["XRequestId", ...limitOf(one)];
  if (one.method === "GET" && !one.answer.stream) names.push("ETag");
  if (one.input && "cursor" in one.input.shape) names.push("Link");
  if (one.once) names.push("IdempotentReplayed");
  return headersOf(names);
}

const headersOf = (names: HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [HEADERS[name].name, { $ref: `#/components/headers/${name}` }]));

/** A route's own refusals, and those that follow from its access and input. */
function refusals({
  access,
  needs = [],
  input,
  method,
  once,
  upload,
  refusals: own = {},
}: Route): [status: number, example: string][] {
  const all: Record<number, string | undefined> = { ...own };
  all[400] ??= "The query isn't valid: every % needs two hex digits after it, and together they must be UTF-8 text.";
  if (access !== "anyone") {
    all[401] = NEEDS_KEY;
    all[403] ??= "This account is suspended. Contact the people who run this site.";
    all[429] = "Too many requests with this account's keys. Wait as long as Retry-After says.";
  }
  const permission = needs.find((need) => need !== "Write" && need !== "Pro");
  if (needs.includes("Pro")) all[403] = "You need a Pro account for this.";
  else if (permission) all[403] = `This API key lacks the permission '${permission}'.`;
  all[405] =
    method === "GET" ? "POST isn't supported here. Use GET or HEAD." : `GET isn't supported here. Use ${method}.`;
  if (method !== "GET") all[413] = tooLarge(upload?.maxBytes ?? MAX_BYTES).message;
  if (method !== "GET" && input) all[415] = `A body of type "text/plain" isn't accepted. Send JSON or a form.`;
  if (once) {
    all[409] = "The first request with this Idempotency-Key is still running. Try again in a moment.";
    all[422] = "This Idempotency-Key has already been used for another request. Use a new one for each request.";
  }
  all[500] = "Something went wrong on our side. Tell the people who run this site the request ID 3f2a9c1e-1k.";
  all[503] = "The site can't do this right now. Try again in a moment.";
  return Object.entries(all).map(([status, example]) => [Number(status), example ?? ""]);
}

const content = (schema: JsonObject, example: unknown, type = "application/json") => ({ [type]: { schema, example } });

const OF_STATUS: Record<number, HeaderName[]> = {
  401: ["WWWAuthenticate"],
  405: ["Allow"],
  409: ["RetryAfter"],
  429: ["RetryAfter"],
  503: ["RetryAfter"],
};

/** Without a valid key there is no allowance to report. */
const errorHeaders = (one: Route, status: number): HeaderName[] => [
  "XRequestId",
  "XErrorCode",
  ...(status === 401 ? [] : limitOf(one)),
  ...(OF_STATUS[status] ?? []),
];

function descriptionOf({ input }: Route, status: number): string | undefined {
  const isCopy = status === 409 && input && "unless_posted" in input.shape;
  const text = STATUS_TEXT[status];
  return isCopy
    ? `${text} With unless_posted: the picture has been posted before, and X-Meme-Id names the meme.`
    : text;
}

const errorResponse = (one: Route, status: number, example: string) => ({
  description: descriptionOf(one, status),
  headers: headersOf(errorHeaders(one, status)),
  content: content(refOf(ErrorBody), { error: example }),
});

const notModified = (one: Route) => ({
  description: "Nothing has changed since the answer with this ETag.",
  headers: headersOf(["XRequestId", ...limitOf(one), "ETag"]),
});

const pictureResponse = (one: Route, description: string) => ({
  description,
  headers: headersOf(["XRequestId", ...limitOf(one)]),
  content: { "image/*": { schema: { type: "string", format: "binary" } } },
});

/** All answers an operation can give. */
export function responsesOf(one: Route): JsonObject {
  const { status = 200, description, schema, example, picture, stream } = one.answer;
  const type = stream && "text/event-stream";
  const success = { description, headers: answerHeaders(one), content: content(refOf(schema), example, type) };
  const refused = refusals(one).map(([code, sentence]) => [code, errorResponse(one, code, sentence)] as const);
  return {
    [status]: success,
    ...(picture ? { 200: pictureResponse(one, picture) } : {}),
    ...(one.method === "GET" && !stream ? { 304: notModified(one) } : {}),
    ...Object.fromEntries(refused),
  };
}
