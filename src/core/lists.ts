/** A part of a list: so many items, after skipping some, from where the last part ended. */
export interface PageQuery<C> {
  amount: number;
  skip: number;
  after?: C;
}

export interface Page<T, C> {
  items: T[];
  /** Where the list goes on; undefined at its end. */
  next: C | undefined;
}

/** Makes a page of a list of which one more than needed was read, if there was one more. */
export function pageOf<T, C>(found: T[], amount: number, cursorOf: (last: T) => C): Page<T, C> {
  const items = found.slice(0, amount);
  return { items, next: found.length > amount ? cursorOf(items.at(-1)!) : undefined };
}
