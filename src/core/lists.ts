/** A page of a list: `amount` items after a cursor, skipping some. */
export interface PageQuery<C> {
  amount: number;
  skip: number;
  after?: C;
  /** Back from the cursor instead, for lists of memes: the one before it, and the cursor of a page that has it. */
  back?: boolean | undefined;
}

export interface Page<T, C> {
  items: T[];
  /** Cursor of the next page; undefined at the end. */
  next: C | undefined;
}

/** Expects one item more than `amount`, if there is one, to know whether the list continues. */
export function pageOf<T, C>(found: readonly T[], amount: number, cursorOf: (last: T) => C): Page<T, C> {
  const items = found.slice(0, amount);
  return { items, next: found.length > amount ? cursorOf(items.at(-1)!) : undefined };
}
