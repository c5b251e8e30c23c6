/**
 * Cuts off a wait, of which there may be many, one after the other. A race with a promise that rejects in the end would
 * keep the outcome of each wait until then: all pieces of a body, or all answers of a worker.
 */
export class Interruption {
  #reason: Error | undefined;
  #fail: ((reason: Error) => void) | undefined;

  /** The current wait fails, and so do all later ones. */
  interrupt(reason: Error): void {
    this.#reason ??= reason;
    this.#fail?.(this.#reason);
  }

  /** Waits for work, unless it is interrupted. */
  wait<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    work.then(resolve, reject);
    this.#fail = reject;
    if (this.#reason) reject(this.#reason);
    return promise.finally(() => (this.#fail = undefined));
  }
}
