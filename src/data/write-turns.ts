import { DomainError } from "../errors.ts";

interface Waiting {
  go(): void;
  refuse(error: DomainError): void;
}

/**
 * How many connections may write at once. The others are for reads: a commit can take for ever if it waits for a
 * standby or a disk that is away, and reads must not wait for it.
 */
export class WriteTurns {
  #running = 0;
  #stuck = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(
    private atOnce: number,
    private patienceMs: number,
  ) {}

  /** Resolves when there is a turn, which leave() ends. */
  enter(): Promise<void> {
    if (this.#stuck >= this.atOnce) return Promise.reject(noTurn());
    if (this.#running < this.atOnce) {
      this.#running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { go: () => end(resolve), refuse: (error) => end(() => reject(error)) };
      const timer = setTimeout(() => waiting.refuse(noTurn()), this.patienceMs);
      const end = (tell: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        tell();
      };
      this.#waiting.add(waiting);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next) next.go();
    else this.#running--;
  }

  /** Its commit is not answered in time. Once that is true of all, waiting is useless. */
  stick(): void {
    if (++this.#stuck >= this.atOnce) for (const waiting of this.#waiting) waiting.refuse(noTurn());
  }

  unstick(): void {
    this.#stuck--;
  }
}

const noTurn = () =>
  new DomainError("unavailable", "All connections to the database that may write are busy; try again shortly.");
