/** Reads that find what they need in memory answer with the value itself: a promise would cost more than the read. */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise;

/** Goes on at once where the value is here already, and otherwise when it comes. */
export const whenReady = <T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> =>
  isPending(value) ? (value.then(use) as Promise<Awaited<R>>) : use(value);
