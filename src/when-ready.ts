/** Reads served from memory return the value itself: a promise would cost more than the read. */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise;

/** Continues at once if the value is here, otherwise when it arrives. */
export const whenReady = <T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> =>
  isPending(value) ? (value.then(use) as Promise<Awaited<R>>) : use(value);
