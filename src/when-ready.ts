/** Reads served from memory return the value itself: a promise would cost more than the read. */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise;

/** Continues at once if the value is here, otherwise when it arrives. */
export const whenReady = <T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> =>
  isPending(value) ? (value.then(use) as Promise<Awaited<R>>) : use(value);

/** All of them, at once if all are here. */
export const allReady = <T>(values: readonly (T | Promise<T>)[]): T[] | Promise<T[]> =>
  values.some(isPending) ? Promise.all(values) : (values as T[]);

/**
 * The same with one more argument, for what every request does. A function that captures the argument would be created
 * each time, and so would the variables it captures.
 */
export const whenReadyWith = <T, A, R>(
  value: T | Promise<T>,
  use: (argument: A, value: T) => R,
  argument: A,
): R | Promise<Awaited<R>> => (isPending(value) ? later(value, use, argument) : use(argument, value));

const later = <T, A, R>(value: Promise<T>, use: (argument: A, value: T) => R, argument: A) =>
  value.then((arrived) => use(argument, arrived)) as Promise<Awaited<R>>;
