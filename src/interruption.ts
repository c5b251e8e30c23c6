/**
 * Cuts off whatever is being waited for, one wait after another. Promise.race would keep the outcome of every wait for as
 * long as the promise that may cut it off: all pieces of a body, or all answers of a worker.
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
