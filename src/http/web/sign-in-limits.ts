import { DomainError } from "../../core/errors.ts";
import type { SignInLimits } from "../../core/sessions/sign-in.ts";
import { RateLimiter } from "../rate-limit.ts";

const HOUR = 3_600_000;

/**
 * How often a password may be tried. What strangers try on an account uses up an allowance that is theirs together;
 * browsers in which its owner has signed in before have one of their own, so nobody can shut the owner out.
 */
export class PasswordLimits {
  #account = new RateLimiter({ requests: 20, windowMs: HOUR });
  #device = new RateLimiter({ requests: 20, windowMs: HOUR });
  #network = new RateLimiter({ requests: 60, windowMs: HOUR });
  #resets = new RateLimiter({ requests: 5, windowMs: HOUR });
  #signUps = new RateLimiter({ requests: 20, windowMs: HOUR });

  constructor(private clock: () => number) {}

  forSignIn(network: string, device: string | undefined): SignInLimits {
    return {
      try: (account, isKnown) => {
        this.#take(this.#network, network);
        if (isKnown) this.#take(this.#device, `${account} ${device}`);
        else this.#take(this.#account, account);
      },
    };
  }

  reset(network: string, account: string) {
    this.#take(this.#network, network);
    this.#take(this.#resets, account);
  }

  signUp(network: string) {
    this.#take(this.#signUps, network);
  }

  #take(limiter: RateLimiter, id: string) {
    const { allowed, retryAfter } = limiter.take(id, this.clock());
    if (!allowed)
      throw new DomainError("too_many", "Too many tries; wait a few minutes and try again.", Number(retryAfter));
  }
}
