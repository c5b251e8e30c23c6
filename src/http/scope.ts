import type { Member } from "../core/ctx.ts";

/** What is known of a request from outside its handler: made by the app, filled on the way, read by log and metrics. */
export interface Scope {
  requestId: string;
  startedAt: number;
  /** The route's pattern, never the path itself: paths are without number. */
  route: string;
  member: Member | undefined;
  /** Headers that the rate limit adds to whatever the answer is. */
  rateLimit: Record<string, string> | undefined;
  setTimeout(seconds: number): void;
}

const RUN = crypto.randomUUID().slice(0, 8);
let count = 0;

/** The caller's own id where it is a reasonable one, so that a request can be followed through several services. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  if (given !== null && /^[\w.-]{1,64}$/.test(given) && !given.includes("gfw_")) return given;
  return `${RUN}-${(count++).toString(36)}`;
}
