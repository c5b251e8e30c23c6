import type { RateLimit } from "../config/limits.ts";
import type { Valkey } from "../valkey/valkey.ts";

/** How often a process tells what was spent, and so learns what was spent elsewhere. */
const TELL_MS = 50;
/** At once, so that Valkey is never busy for long. */
const MAX_AT_ONCE = 500;

/**
 * Adds what was spent to the moment at which each allowance is full again, and returns how far ahead that moment is.
 * Times are Valkey's, so the nodes' clocks need not agree. A node also says how far ahead the moment is by its own
 * count: if Valkey has lost its memory, or was away, it learns from the nodes.
 */
const COUNT = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local ahead = {}
for i, key in ipairs(KEYS) do
  local spent, own, furthest = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local full = tonumber(redis.call("GET", key) or 0)
  full = math.max(math.max(full, now) + spent, now + own)
  full = math.min(full, now + furthest)
  redis.call("SET", key, string.format("%.3f", full), "PX", math.max(1, math.ceil(full - now)))
  ahead[i] = string.format("%.3f", full - now)
end
return ahead`;

/** Changes nothing for anybody, but needs every right that counting needs. */
export const PROOF: [command: string, args: string[]] = ["EVAL", [COUNT, "1", "guffaw:proof", "1", "0", "1"]];

/** Overspending on several nodes at once is a debt; more than one window of it is forgiven. */
export const WINDOWS_AHEAD = 2;

/** What a limiter knows about one id. */
export interface Spending {
  id: string;
  /** When the allowance is full again, by the count of this process. */
  fullAt: number;
  /** Requests that the other nodes do not know about. */
  untold: number;
  /** Its name in Valkey, once it is needed. */
  key: string | undefined;
}

/** Told what all nodes together have counted. */
type Learn<S extends Spending> = (spending: S, fullAt: number, now: number) => void;

/** Counts the requests of several nodes together, through Valkey, without waiting for it. */
export class NodeCounts {
  readonly #waiting: (() => Told | undefined)[] = [];
  /** Somebody will see after what is waiting. */
  #isBusy = false;

  constructor(
    private valkey: Valkey,
    private clock: () => number,
  ) {
    valkey.connect(...PROOF);
  }

  /** Those of one kind of allowance. */
  of(kind: string, limit: RateLimit): KindOfCount {
    return new KindOfCount(this, this.valkey, { kind, limit });
  }

  /** Tells it soon, together with others. */
  tellSoon(take: () => Told | undefined): void {
    this.#waiting.push(take);
    if (!this.#isBusy) this.#tellLater();
  }

  #tellLater(): void {
    this.#isBusy = true;
    setTimeout(() => void this.#tell(), TELL_MS).unref();
  }

  async #tell(): Promise<void> {
    // Those that come meanwhile wait for the next time.
    const all = this.#waiting.splice(0);
    for (let at = 0; at < all.length; at += MAX_AT_ONCE) {
      const told = all.slice(at, at + MAX_AT_ONCE).flatMap((take) => take() ?? []);
      if (told.length > 0) await this.tell(told);
    }
    this.#isBusy = false;
    if (this.#waiting.length > 0) this.#tellLater();
  }

  /** How far ahead each moment is; undefined if Valkey does not say. */
  async tell(told: readonly Told[]): Promise<number[] | undefined> {
    const now = this.clock();
    const keys = told.map(({ key }) => key);
    const amounts = told.flatMap(({ spentMs, fullAt, furthestMs }) => [spentMs, Math.max(0, fullAt - now), furthestMs]);
    const answer = await this.valkey.ask("EVAL", [COUNT, String(keys.length), ...keys, ...amounts.map(String)]);
    if (!Array.isArray(answer) || answer.length !== told.length) return undefined;
    // Counted from when we asked: nobody is refused too early because the answer took its time.
    return answer.map(Number).map((ahead, i) => (told[i]!.learn(now + ahead, now), ahead));
  }
}

/** One entry of a message to Valkey. */
interface Told {
  key: string;
  spentMs: number;
  fullAt: number;
  furthestMs: number;
  learn(fullAt: number, now: number): void;
}

export class KindOfCount {
  readonly #intervalMs: number;
  readonly #furthestMs: number;

  constructor(
    private nodes: NodeCounts,
    private valkey: Valkey,
    private about: { kind: string; limit: RateLimit },
  ) {
    const { windowMs, requests } = about.limit;
    this.#intervalMs = windowMs / requests;
    this.#furthestMs = windowMs * WINDOWS_AHEAD;
  }

  /** One more request was allowed here. While Valkey is away, that is nobody else's business. */
  note<S extends Spending>(spending: S, learn: Learn<S>): void {
    if (!this.valkey.isThere) return;
    if (spending.untold++ === 0) this.nodes.tellSoon(() => this.#take(spending, learn));
  }

  /** Whether all nodes together allow what was just noted; undefined if Valkey does not say. */
  async confirm<S extends Spending>(spending: S, learn: Learn<S>): Promise<boolean | undefined> {
    const told = this.#take(spending, learn);
    if (!told) return undefined;
    const [ahead] = (await this.nodes.tell([told])) ?? [];
    return ahead === undefined ? undefined : ahead <= this.about.limit.windowMs + this.#intervalMs / 100;
  }

  /** What is not yet told; undefined if all of it is. */
  #take<S extends Spending>(spending: S, learn: Learn<S>): Told | undefined {
    const { untold } = spending;
    spending.untold = 0;
    if (untold === 0 || !this.valkey.isThere) return undefined;
    return {
      key: (spending.key ??= this.valkey.keyOf(this.about.kind, spending.id)),
      spentMs: untold * this.#intervalMs,
      fullAt: spending.fullAt,
      furthestMs: this.#furthestMs,
      learn: (fullAt, now) => learn(spending, fullAt + spending.untold * this.#intervalMs, now),
    };
  }
}
