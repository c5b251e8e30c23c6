import { accountKey, type SignInLimits } from "../../../core/sessions/sign-in.ts";
import { DomainError } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { RateLimiter, type LimiterOf, type Verdict } from "../../rate-limit.ts";

const HOUR = 3_600_000;

const MAX_ON_ACCOUNT = 20;
/** Per network, once strangers have used up their shared attempts. */
const MAX_BEYOND = 3;

/**
 * Limits password attempts. Strangers share one allowance per account. Beyond it each network gets a few more, so that
 * the owner can still get in from a new browser. Browsers the owner has signed in with before have their own
 * allowance.
 */
export class PasswordLimits {
  readonly #account: RateLimiter;
  readonly #beyond: RateLimiter;
  readonly #device: RateLimiter;
  readonly #network: RateLimiter;
  readonly #session: RateLimiter;
  readonly #resets: RateLimiter;
  readonly #resetNetwork: RateLimiter;
  readonly #signUps: RateLimiter;
  readonly #codes: RateLimiter;
  readonly #codeNetwork: RateLimiter;
  readonly #challenges: RateLimiter;
  readonly #leaves: RateLimiter;
  readonly #confirmations: RateLimiter;
  readonly #exports: RateLimiter;
  readonly #reports: RateLimiter;

  constructor(
    private clock: () => number,
    limiterOf: LimiterOf = (_, limit) => new RateLimiter(limit),
  ) {
    const hourly = (kind: string, requests: number) => limiterOf(`sign-in ${kind}`, { requests, windowMs: HOUR });
    this.#account = hourly("account", MAX_ON_ACCOUNT);
    this.#beyond = hourly("beyond", MAX_BEYOND);
    this.#device = hourly("device", 20);
    this.#network = hourly("network", 60);
    this.#session = hourly("session", 20);
    this.#resets = hourly("resets", 5);
    this.#resetNetwork = hourly("resetNetwork", 30);
    this.#signUps = hourly("signUps", 20);
    this.#codes = hourly("codes", 10);
    this.#codeNetwork = hourly("codeNetwork", 30);
    this.#challenges = hourly("challenges", 300);
    this.#leaves = hourly("leaves", 120);
    this.#confirmations = hourly("confirmations", 5);
    this.#exports = hourly("exports", 10);
    this.#reports = hourly("reports", 10);
  }

  forSignIn(network: string, device: string | undefined): SignInLimits {
    return {
      try: async (account, isKnown) => {
        if (isKnown) {
          await this.#takeEverywhere(this.#device, `${account} ${device}`);
          return false;
        }
        await this.#takeEverywhere(this.#network, network);
        const { allowed, left } = await this.#account.takeEverywhere(account, this.clock());
        if (!allowed) await this.#takeEverywhere(this.#beyond, `${account} ${network}`);
        return allowed && left === 0;
      },
    };
  }

  /** For signed-in people who are asked for the password again. */
  confirm(sessionId: string) {
    this.#take(this.#session, sessionId);
  }

  /** False if enough mails were sent for now. The last one is still valid, so nobody needs to be refused. */
  reset(network: string, name: string): boolean {
    this.#take(this.#resetNetwork, network);
    return this.#resets.take(accountKey(name), this.clock()).allowed;
  }

  signUp(network: string) {
    this.#take(this.#signUps, network);
  }

  /** Pro codes: limits guessing, even with many accounts. */
  redeem(network: string, userId: string) {
    this.#take(this.#codeNetwork, network);
    this.#take(this.#codes, userId);
  }

  /** Each view of the sign-in page creates a challenge for passkeys. */
  challenge(network: string) {
    this.#take(this.#challenges, network);
  }

  /** Round trips to other services. */
  leave(network: string) {
    this.#take(this.#leaves, network);
  }

  /** Confirmation links that are sent again. */
  confirmation(userId: string) {
    this.#take(this.#confirmations, userId);
  }

  export(userId: string) {
    this.#take(this.#exports, userId);
  }

  /** By guests: each costs a moderator's time. */
  report(network: string) {
    this.#take(this.#reports, network);
  }

  #take(limiter: RateLimiter, id: string) {
    this.#require(limiter.take(id, this.clock()));
  }

  /** Nobody gets more guesses by trying several nodes at once. */
  async #takeEverywhere(limiter: RateLimiter, id: string) {
    this.#require(await limiter.takeEverywhere(id, this.clock()));
  }

  #require({ allowed, retryAfter }: Verdict) {
    if (!allowed) throw new DomainError("too_many", message("error.many-tries"), { retryAfter: Number(retryAfter) });
  }
}
