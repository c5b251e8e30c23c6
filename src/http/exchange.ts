import type { Member } from "../core/ctx.ts";
import type { TimeSpent } from "../time-spent.ts";
import type { Trace } from "../tracing/trace.ts";
import type { Lane } from "./gate.ts";
import type { Verdict } from "./rate-limit.ts";
import { sentPathOf } from "./request-path.ts";
import type { HttpRequest } from "../wire/http-request.ts";
import type { ResponseHeaders } from "../wire/response-headers.ts";

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** Browsers are to use https only, for half a year. */
const STRICT = `max-age=${180 * 86_400}`;

/**
 * One request, and what is recorded about it on its way: created by the app, filled by the pipeline, read by log and
 * metrics.
 */
export class Exchange implements TimeSpent {
  readonly requestId: string;
  readonly startedAt = performance.now();
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Pattern of the path, for log and metrics. Never the path itself, of which there is no end. */
  route = "none";
  /** Values of the path's variables. */
  params = NO_PARAMS;
  member: Member | undefined;
  /** Becomes headers of the answer, whatever the answer is. */
  rateLimit: Verdict | undefined;
  /** The lane it runs in, and has to leave at the end. */
  lane: Lane | undefined;
  /** The caller's trace, or ours if traces are exported. */
  trace: Trace | undefined;
  databaseMs = 0;
  queueMs = 0;
  /** Its answer has had to wait for something, and others have been answered meanwhile. */
  isLate = false;
  /** The rest of the body will not be read, so the connection cannot be reused. */
  closes = false;

  constructor(
    readonly request: HttpRequest,
    /** Browsers are told to use https only. */
    readonly isSecure: boolean,
  ) {
    this.method = request.method;
    this.path = sentPathOf(request.target);
    this.requestId = requestIdOf(request);
  }

  /** Asks for something, and changes nothing. */
  get reads(): boolean {
    return this.method === "GET" || this.method === "HEAD";
  }

  /** Adds to an answer what every answer carries. */
  mark(headers: ResponseHeaders) {
    headers.append("X-Request-Id", this.requestId);
    if (this.isSecure) headers.append("Strict-Transport-Security", STRICT);
  }

  /** Lets a slow sender or reader take this many seconds between two pieces. */
  waitFor(seconds: number) {
    this.request.waitFor(seconds);
  }

  /** Remote address of the connection. */
  get address(): string | undefined {
    return this.request.address;
  }
}

const RUN = crypto.randomUUID().slice(0, 8);
let count = 0;

/** The caller's own id if it is reasonable, so that a request can be followed through several services. */
function requestIdOf(request: HttpRequest): string {
  const given = request.headers.get("x-request-id");
  // Nothing that could be a key, or most of one: it would end up in the log.
  if (given !== null && /^[\w.-]{1,64}$/.test(given) && !/[0-9A-Za-z]{33}/.test(given)) return given;
  return newRequestId();
}

export const newRequestId = (): string => `${RUN}-${(count++).toString(36)}`;
