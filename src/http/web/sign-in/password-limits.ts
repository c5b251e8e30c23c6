import { accountKey, type SignInLimits } from "../../../core/sessions/sign-in.ts";
import { DomainError } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { RateLimiter } from "../../rate-limit.ts";

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
  #account = new RateLimiter({ requests: MAX_ON_ACCOUNT, windowMs: HOUR });
  #beyond = new RateLimiter({ requests: MAX_BEYOND, windowMs: HOUR });
  #device = new RateLimiter({ requests: 20, windowMs: HOUR });
  #network = new RateLimiter({ requests: 60, windowMs: HOUR });
  #session = new RateLimiter({ requests: 20, windowMs: HOUR });
  #resets = new RateLimiter({ requests: 5, windowMs: HOUR });
  #resetNetwork = new RateLimiter({ requests: 30, windowMs: HOUR });
  #signUps = new RateLimiter({ requests: 20, windowMs: HOUR });
  #codes = new RateLimiter({ requests: 10, windowMs: HOUR });
  #codeNetwork = new RateLimiter({ requests: 30, windowMs: HOUR });
  #challenges = new RateLimiter({ requests: 300, windowMs: HOUR });
  #leaves = new RateLimiter({ requests: 120, windowMs: HOUR });
  #confirmations = new RateLimiter({ requests: 5, windowMs: HOUR });
  #exports = new RateLimiter({ requests: 10, windowMs: HOUR });

  constructor(private clock: () => number) {}

  forSignIn(network: string, device: string | undefined): SignInLimits {
    return {
      try: (account, isKnown) => {
        if (isKnown) {
          this.#take(this.#device, `${account} ${device}`);
          return false;
        }
        this.#take(this.#network, network);
        const { allowed, left } = this.#account.take(account, this.clock());
        if (!allowed) this.#take(this.#beyond, `${account} ${network}`);
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

  #take(limiter: RateLimiter, id: string) {
    const { allowed, retryAfter } = limiter.take(id, this.clock());
    if (!allowed) throw new DomainError("too_many", message("error.many-tries"), { retryAfter: Number(retryAfter) });
  }
}
