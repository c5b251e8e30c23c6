import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Exchange } from "./exchange.ts";
import { PROXY_HEADERS } from "./forwarded.ts";
import type { LimiterOf, RateLimiter } from "./rate-limit.ts";
import { callerOf, networkOf } from "./remote-address.ts";
import type { RequestHeaders } from "../wire/request-headers.ts";

/** How many households an address may stand for if they cannot be told apart. */
const SHARED_TIMES = 10;

/** Limits requests per network, of guests and of programs without a valid key. */
export class GuestLimit {
  #own: RateLimiter | undefined;
  #shared: RateLimiter | undefined;
  #proxies: number;
  #hasWarned = false;

  constructor(
    { guestLimit, proxies }: Pick<Config, "guestLimit" | "proxies">,
    private clock: () => number,
    private log: Log,
    limiterOf: LimiterOf,
  ) {
    this.#proxies = proxies;
    if (!guestLimit) return;
    this.#own = limiterOf("network", guestLimit);
    this.#shared = limiterOf("shared network", { ...guestLimit, requests: guestLimit.requests * SHARED_TIMES });
  }

  /** Seconds until the network may send again; undefined while it has allowance left. */
  count(exchange: Exchange): string | undefined {
    if (!this.#own) return undefined;
    const { headers } = exchange.request;
    const network = networkOf(callerOf(headers.get("x-forwarded-for"), exchange.address, this.#proxies));
    const limiter = this.#isShared(headers, network) ? this.#shared : this.#own;
    return limiter!.take(network, this.clock()).retryAfter;
  }

  /**
   * An unconfigured proxy stands for everyone behind it, and so does this machine itself. Anyone can send a proxy's
   * headers, and gains nothing but the larger allowance.
   */
  #isShared(headers: RequestHeaders, network: string): boolean {
    if (this.#proxies > 0) return false;
    if (!PROXY_HEADERS.some((name) => headers.has(name))) return isThisMachine(network);
    if (!this.#hasWarned)
      this.log.warn(
        "requests come through a proxy, and all people behind it share one allowance: set GUFFAW_PROXIES to the number of proxies",
      );
    return (this.#hasWarned = true);
  }
}

const isThisMachine = (network: string) => network.startsWith("127.") || network === "0:0:0:0" || network === "unknown";
