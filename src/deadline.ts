import { DomainError } from "./errors.ts";

/** Nothing that leaves the process may wait for ever: a black-holed peer never answers and never fails. */
export async function withDeadline<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(what, ms)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = (what: string, ms: number) =>
  new DomainError("unavailable", `${what} did not answer within ${ms / 1000} seconds; try again shortly.`);

/** How long a peer may take. Without `silenceMs`, only the deadline counts. */
export interface Patience {
  deadlineMs?: number;
  /** After this long without an answer, the peer is probed. */
  silenceMs?: number;
  /** How long the probe may take. */
  signMs?: number;
}

/** For requests that people wait for: a dead peer is reported within four seconds. */
export const VISITORS: Patience = { silenceMs: 2000, signMs: 1500 };

/** How often an absent peer is probed again, in case the network lost the last probe. */
const ASK_AGAIN_MS = 2000;

/**
 * Tells a slow peer from a dead one. When work stays silent, the peer is probed over another connection. While it
 * answers, the work may take until its deadline. When it does not, all work fails at once, and keeps failing at once,
 * until the peer answers again.
 */
export class PeerWatch {
  #away = false;
  #ended = false;
  #sign: Promise<boolean> | undefined;

  constructor(
    private what: string,
    private patience: { deadlineMs: number } & Patience,
    /** A request that any living peer answers, if only with a refusal. */
    private ask: (signal: AbortSignal) => Promise<unknown>,
    private onSilent = () => {},
  ) {}

  async within<T>(begin: () => Promise<T>, deadlineMs = this.patience.deadlineMs): Promise<T> {
    if (this.#away) throw this.#silent();
    const { silenceMs = deadlineMs } = this.patience;
    const until = performance.now() + deadlineMs;
    let timer: Timer | undefined;
    let settled = false;
    const failed = new Promise<never>((_, reject) => {
      const wait = () => (timer = setTimeout(look, Math.max(0, Math.min(silenceMs, until - performance.now()))));
      const look = async () => {
        // Timers may fire a fraction of a millisecond early.
        if (performance.now() >= until - 1) reject(tooLate(this.what, deadlineMs));
        else if (!(await this.#givesSign())) reject(this.#silent());
        else if (!settled) wait();
      };
      wait();
    });
    try {
      return await Promise.race([begin(), failed]);
    } finally {
      settled = true;
      clearTimeout(timer);
    }
  }

  /** Stops probing. */
  end() {
    this.#ended = true;
  }

  #silent = () => new DomainError("unavailable", `${this.what} does not answer; try again shortly.`);

  /** Concurrent callers share one probe. */
  async #givesSign(): Promise<boolean> {
    if (this.#away) return false;
    this.#sign ??= this.#answersWithin(this.patience.signMs ?? ASK_AGAIN_MS).finally(() => (this.#sign = undefined));
    const alive = await this.#sign;
    if (!alive && !this.#away) {
      this.#away = true;
      this.onSilent();
      void this.#untilBack();
    }
    return alive;
  }

  async #untilBack(): Promise<void> {
    while (!this.#ended && !(await this.#answersWithin(ASK_AGAIN_MS)));
    this.#away = false;
  }

  /** A refusal is an answer too. */
  #answersWithin(ms: number): Promise<boolean> {
    const giveUp = new AbortController();
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => {
        giveUp.abort();
        resolve(false);
      }, ms);
      timer.unref();
      const answered = () => {
        clearTimeout(timer);
        resolve(!giveUp.signal.aborted);
      };
      this.ask(giveUp.signal).then(answered, answered);
    });
  }
}
