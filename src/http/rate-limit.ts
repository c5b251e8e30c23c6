import type { RateLimit } from "../config/limits.ts";

const MAX_KEPT = 50_000;

export interface Verdict {
  allowed: boolean;
  /** Values of the headers RateLimit-Policy, RateLimit and, on refusal, Retry-After. */
  policy: string;
  state: string;
  retryAfter: string | undefined;
  /** How many more requests may come at once. */
  left: number;
}

/**
 * GCRA: one number per account, the time at which its allowance is full again. A full allowance may be spent at once;
 * it refills evenly.
 */
export class RateLimiter {
  /** In two generations, so that accounts not seen for a while are dropped. */
  #recent = new Map<string, number>();
  #older = new Map<string, number>();
  readonly #interval: number;
  /** How far ahead a stored time can lie while the clock runs forward: a window, and a little for the grace below. */
  readonly #furthest: number;
  readonly #policy: string;

  constructor(private limit: RateLimit) {
    this.#interval = limit.windowMs / limit.requests;
    this.#furthest = limit.windowMs + this.#interval;
    this.#policy = `"account";q=${limit.requests};w=${Math.max(1, Math.round(limit.windowMs / 1000))}`;
  }

  take(id: string, now: number): Verdict {
    let kept = this.#recent.get(id) ?? this.#older.get(id) ?? 0;
    // If the clock was set back by an hour, nobody must be locked out for an hour.
    if (kept > now + this.#furthest) this.#keep(id, (kept = now + this.limit.windowMs));
    const fullAt = Math.max(kept, now) + this.#interval;
    // A hundredth of an interval of grace, because adding fractions drifts.
    const over = fullAt - now - this.limit.windowMs;
    const allowed = over <= this.#interval / 100;
    if (allowed) this.#keep(id, fullAt);
    const spent = (allowed ? fullAt : fullAt - this.#interval) - now;
    const left = Math.max(0, Math.floor((this.limit.windowMs - spent) / this.#interval + 0.01));
    return {
      allowed,
      left,
      policy: this.#policy,
      state: `"account";r=${left};t=${Math.ceil(spent / 1000)}`,
      retryAfter: allowed ? undefined : String(Math.max(1, Math.ceil(over / 1000))),
    };
  }

  #keep(id: string, fullAt: number) {
    if (this.#recent.size >= MAX_KEPT) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(id, fullAt);
  }
}
