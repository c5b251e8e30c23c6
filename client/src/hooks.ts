/**
 * What is left of your rate limit. It refills evenly, and is full again after `resetSeconds`.
 *
 * @example
 * if (guffaw.allowance && guffaw.allowance.remaining < 10) console.warn("Nearly used up.");
 */
export interface Allowance {
  /** Requests in each window. The site says so once in a window and when little is left; undefined until then. */
  limit: number | undefined;
  windowSeconds: number | undefined;
  remaining: number;
  resetSeconds: number;
}

/**
 * A request about to be sent. Each retry is another one, with the next `attempt`.
 *
 * @example
 * new Guffaw({ onRequest: ({ method, url, attempt }) => console.log(method, url, attempt) });
 */
export interface RequestInfo {
  method: string;
  url: string;
  /** 1 for the first. */
  attempt: number;
  /** Without the key. */
  headers: Readonly<Record<string, string>>;
}

/**
 * The answer to one attempt, good or bad.
 *
 * @example
 * await guffaw.me({ onResponse: ({ requestId, allowance }) => console.log(requestId, allowance?.remaining) });
 */
export interface ResponseInfo {
  method: string;
  url: string;
  attempt: number;
  status: number;
  /** The site's log has the same id. */
  requestId: string | undefined;
  /** Undefined if the site has no limit. */
  allowance: Allowance | undefined;
  headers: Headers;
  /** Milliseconds from sending the request to its answer. */
  ms: number;
}

/**
 * Called for every attempt of every call, or of one call. If a hook throws, the call fails with that error.
 *
 * @example
 * const hooks: Hooks = { onResponse: ({ status, ms }) => console.log(status, ms) };
 */
export interface Hooks {
  onRequest?: ((request: RequestInfo) => void) | undefined;
  onResponse?: ((response: ResponseInfo) => void) | undefined;
}

/**
 * From `RateLimit: "account";r=599;t=1` and, if it was sent, `RateLimit-Policy: "account";q=600;w=60`. Otherwise the
 * policy is still the last one.
 */
export function allowanceOf(headers: Headers, last: Allowance | undefined): Allowance | undefined {
  const number = (header: string, name: string) => {
    const found = new RegExp(`;\\s*${name}=(\\d+)`).exec(headers.get(header) ?? "");
    return found ? Number(found[1]) : undefined;
  };
  const limit = number("ratelimit-policy", "q") ?? last?.limit;
  const windowSeconds = number("ratelimit-policy", "w") ?? last?.windowSeconds;
  const remaining = number("ratelimit", "r");
  const resetSeconds = number("ratelimit", "t");
  if (remaining === undefined || resetSeconds === undefined) return undefined;
  return { limit, windowSeconds, remaining, resetSeconds };
}
