import { ownText } from "../own-text.ts";
import type { RateLimit } from "../config/limits.ts";
import type { SharedMoments } from "../processes/shared-moments.ts";
import { WINDOWS_AHEAD, type KindOfCount, type Spending } from "./node-counts.ts";

const MAX_KEPT = 50_000;

export interface Verdict {
  allowed: boolean;
  /**
   * Values of the headers RateLimit-Policy, RateLimit and, on refusal, Retry-After. The policy is told once in a
   * window, when little is left, and on refusal.
   */
  policy: string | undefined;
  state: string;
  retryAfter: string | undefined;
  /** How many more requests may come at once. */
  left: number;
}

/** Makes a limiter. Those of different kinds count separately. */
export type LimiterOf = (kind: string, limit: RateLimit) => RateLimiter;

interface Allowance extends Spending {
  /** When the policy is told again. */
  tellAt: number;
  /** Where several processes keep `fullAt`, and the mark that it is still there. */
  entry: number;
  tag: number;
}

/** Below this share of the allowance, the policy is told with every answer. */
const LITTLE = 0.1;

/**
 * GCRA: one number per account, the time at which its allowance is full again. A full allowance may be spent at once;
 * it refills evenly.
 */
export class RateLimiter {
  /** In two generations, so that accounts not seen for a while are dropped. */
  #recent = new Map<string, Allowance>();
  #older = new Map<string, Allowance>();
  readonly #interval: number;
  /** How far ahead a stored time can lie while the clock runs forward: a window or two, and a little for grace. */
  readonly #furthest: number;
  readonly #policy: string;

  /** `shared` if several processes count together, `nodes` if several nodes do. */
  constructor(
    private limit: RateLimit,
    private shared?: SharedMoments,
    private nodes?: KindOfCount,
  ) {
    this.#interval = limit.windowMs / limit.requests;
    this.#furthest = limit.windowMs * (nodes ? WINDOWS_AHEAD : 1) + this.#interval;
    this.#policy = `"account";q=${limit.requests};w=${Math.max(1, Math.round(limit.windowMs / 1000))}`;
  }

  take(id: string, now: number): Verdict {
    const { windowMs, requests } = this.limit;
    const kept = this.#recent.get(id) ?? this.#keep(id);
    const before = this.shared ? this.#recall(this.shared, id, kept, now) : kept.fullAt;
    // If the clock was set back by an hour, nobody must be locked out for an hour.
    if (kept.fullAt > now + this.#furthest) kept.fullAt = kept.tellAt = now + windowMs;
    const fullAt = Math.max(kept.fullAt, now) + this.#interval;
    // A hundredth of an interval of grace, because adding fractions drifts.
    const over = fullAt - now - windowMs;
    const allowed = over <= this.#interval / 100;
    if (allowed) kept.fullAt = fullAt;
    // Another process has counted a request at this very moment.
    if (this.shared?.replace(kept.entry, before, kept.fullAt) === false) return this.take(id, now);
    if (allowed) this.nodes?.note(kept, this.#learn);
    const spent = (allowed ? fullAt : fullAt - this.#interval) - now;
    const left = Math.max(0, Math.floor((windowMs - spent) / this.#interval + 0.01));
    const tells = now >= kept.tellAt || left < requests * LITTLE;
    if (tells) kept.tellAt = now + windowMs;
    return {
      allowed,
      left,
      policy: tells ? this.#policy : undefined,
      state: `"account";r=${left};t=${Math.ceil(spent / 1000)}`,
      retryAfter: allowed ? undefined : String(Math.max(1, Math.ceil(over / 1000))),
    };
  }

  /** Like take, but for attempts that must not pass on two nodes at once: asks Valkey, if it is there. */
  async takeEverywhere(id: string, now: number): Promise<Verdict> {
    const verdict = this.take(id, now);
    if (!verdict.allowed || !this.nodes) return verdict;
    const isAllowed = await this.nodes.confirm(this.#recent.get(id)!, this.#learn);
    return isAllowed === false ? this.take(id, now) : verdict;
  }

  /** Other nodes have counted too. Nothing that was counted here is forgotten. */
  readonly #learn = (kept: Allowance, fullAt: number, now: number): void => {
    const before = this.shared ? this.#recall(this.shared, kept.id, kept, now) : kept.fullAt;
    kept.fullAt = Math.max(before, fullAt);
    if (this.shared?.replace(kept.entry, before, kept.fullAt) === false) this.#learn(kept, fullAt, now);
  };

  /** What all processes together have counted. */
  #recall(shared: SharedMoments, id: string, kept: Allowance, now: number): number {
    if (!shared.holds(kept.entry, kept.tag)) {
      kept.tag = shared.tagOf(id);
      kept.entry = shared.entryOf(id, now);
    }
    return (kept.fullAt = shared.read(kept.entry));
  }

  #keep(sent: string): Allowance {
    const id = ownText(sent);
    if (this.#recent.size >= MAX_KEPT) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    const kept = this.#older.get(id) ?? { id, fullAt: 0, untold: 0, key: undefined, tellAt: 0, entry: -1, tag: 0 };
    this.#recent.set(id, kept);
    return kept;
  }
}
