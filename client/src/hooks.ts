/**
 * How much of your allowance is left, as the site said last. It comes back evenly: after `resetSeconds` it is whole again.
 *
 * @example
 * if (guffaw.allowance && guffaw.allowance.remaining < 10) console.warn("Nearly used up.");
 */
export interface Allowance {
  /** Requests in each window. */
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
}

/**
 * A request that is about to be sent. A retry is one more, with the next `attempt`.
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
 * An answer that came, good or bad, to one attempt.
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
  /** Undefined where the site has no limit. */
  allowance: Allowance | undefined;
  headers: Headers;
  /** Milliseconds from sending the request to its answer. */
  ms: number;
}

/**
 * Called for every attempt of every call, or of one call. What they throw ends the call, and is what it fails with.
 *
 * @example
 * const hooks: Hooks = { onResponse: ({ status, ms }) => console.log(status, ms) };
 */
export interface Hooks {
  onRequest?: ((request: RequestInfo) => void) | undefined;
  onResponse?: ((response: ResponseInfo) => void) | undefined;
}

/** From `RateLimit: "account";r=599;t=1` and `RateLimit-Policy: "account";q=600;w=60`. */
export function allowanceOf(headers: Headers): Allowance | undefined {
  const number = (header: string, name: string) => {
    const found = new RegExp(`;\\s*${name}=(\\d+)`).exec(headers.get(header) ?? "");
    return found ? Number(found[1]) : undefined;
  };
  const limit = number("ratelimit-policy", "q");
  const windowSeconds = number("ratelimit-policy", "w");
  const remaining = number("ratelimit", "r");
  const resetSeconds = number("ratelimit", "t");
  if (limit === undefined || windowSeconds === undefined || remaining === undefined || resetSeconds === undefined)
    return undefined;
  return { limit, windowSeconds, remaining, resetSeconds };
}
