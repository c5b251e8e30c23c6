import type { Member } from "../core/ctx.ts";
import type { Lane } from "./gate.ts";
import type { Verdict } from "./rate-limit.ts";

/** What is known of a request from outside its handler: made by the app, filled on the way, read by log and metrics. */
export class Scope {
  readonly requestId: string;
  readonly startedAt = performance.now();
  /** The route's pattern, never the path itself: paths are without number. */
  route = "none";
  member: Member | undefined;
  /** What the rate limit adds to whatever the answer is. */
  rateLimit: Verdict | undefined;
  /** Where it was let in, and has to be let out again. */
  lane: Lane | undefined;
  /** Set by an answer that carries its request id already: adding a header to a finished answer is dear. */
  hasRequestId = false;
  /** The rest of the body is not waited for, so nothing else can come by this connection. */
  closes = false;

  constructor(
    request: Request,
    /** Lets a slow sender take so many seconds. */
    readonly waitFor: (seconds: number) => void = () => {},
    /** Whose address the connection comes from. */
    readonly address: () => string | undefined = () => undefined,
  ) {
    this.requestId = requestIdOf(request);
  }
}

const RUN = crypto.randomUUID().slice(0, 8);
let count = 0;

/** The caller's own id where it is a reasonable one, so that a request can be followed through several services. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  // Nothing that could be a key, or most of one: it would end up in the log.
  if (given !== null && /^[\w.-]{1,64}$/.test(given) && !/[0-9A-Za-z]{33}/.test(given)) return given;
  return `${RUN}-${(count++).toString(36)}`;
}
