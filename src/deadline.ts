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

/** Work that the peer has not answered yet. */
interface Waiting {
  /** When to see after it. */
  lookAt: number;
  until: number;
  deadlineMs: number;
  fail(error: unknown): void;
}

/** Timers may fire a fraction of a millisecond early. */
const EARLY_MS = 1;

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
  readonly #waiting = new Set<Waiting>();
  /** One for all: a timer for each piece of work would cost as much as the work. */
  #timer: Timer | undefined;
  #timerAt = Infinity;

  constructor(
    private what: string,
    private patience: { deadlineMs: number } & Patience,
    /** A request that any living peer answers, if only with a refusal. */
    private ask: (signal: AbortSignal) => Promise<unknown>,
    private onSilent = () => {},
  ) {}

  within<T>(begin: () => Promise<T>, deadlineMs = this.patience.deadlineMs): Promise<T> {
    if (this.#away) return Promise.reject(this.#silent());
    return new Promise<T>((resolve, reject) => {
      const work = begin();
      const now = performance.now();
      const waiting: Waiting = { lookAt: 0, until: now + deadlineMs, deadlineMs, fail: reject };
      this.#waiting.add(waiting);
      this.#wait(waiting, now);
      work.then(
        (result) => {
          this.#end(waiting);
          return resolve(result);
        },
        (error: unknown) => {
          this.#end(waiting);
          reject(error);
        },
      );
    });
  }

  /** The timer keeps the process alive only while something waits. */
  #end(waiting: Waiting) {
    if (this.#waiting.delete(waiting) && this.#waiting.size === 0) this.#timer?.unref();
  }

  #wait(waiting: Waiting, now: number) {
    const { silenceMs = waiting.deadlineMs } = this.patience;
    waiting.lookAt = Math.min(now + silenceMs, waiting.until);
    if (waiting.lookAt < this.#timerAt) this.#wakeAt(waiting.lookAt, now);
    else if (this.#waiting.size === 1) this.#timer?.ref();
  }

  #wakeAt(at: number, now: number) {
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(this.#seeAfterAll, Math.max(0, at - now));
  }

  #seeAfterAll = () => {
    this.#timerAt = Infinity;
    const now = performance.now();
    let next = Infinity;
    for (const waiting of this.#waiting)
      if (waiting.lookAt <= now + EARLY_MS) void this.#seeAfter(waiting, now);
      else next = Math.min(next, waiting.lookAt);
    if (next < this.#timerAt) this.#wakeAt(next, now);
  };

  async #seeAfter(waiting: Waiting, now: number): Promise<void> {
    if (waiting.until <= now + EARLY_MS) {
      this.#end(waiting);
      waiting.fail(tooLate(this.what, waiting.deadlineMs));
      return;
    }
    waiting.lookAt = Infinity; // until the peer has been probed
    const isAlive = await this.#givesSign();
    if (!this.#waiting.has(waiting)) return;
    if (isAlive) return this.#wait(waiting, performance.now());
    this.#end(waiting);
    waiting.fail(this.#silent());
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
