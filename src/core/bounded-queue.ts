import { message } from "../words/messages.ts";
import { DomainError } from "../errors.ts";

/** Limits concurrency of expensive work: a few run, a few more wait, the rest are refused. */
export class BoundedQueue {
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(private max: { running: number; waiting: number }) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.max.running) this.#running++;
    else if (this.#waiting.length < this.max.waiting) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else throw new DomainError("unavailable", message("error.busy"));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
