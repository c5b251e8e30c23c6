import { waitForDatabase } from "../time-spent.ts";
import type { Db } from "./schema.ts";

/** What was asked for in this turn of the event loop, by key. */
type Gathering<T> = Map<string, PromiseWithResolvers<T | undefined>>;

/**
 * Finds one at a time, for databases to which every query is a round trip: all that is asked for in one turn of the
 * event loop goes into one query, and nothing is asked for twice. The query begins after everyone has asked, so nobody
 * gets anything older than their request. Not in a transaction.
 */
export function gathered<T>(
  find: (db: Db, keys: readonly string[]) => readonly [string, T][] | Promise<readonly [string, T][]>,
) {
  const gatherings = new WeakMap<Db, Gathering<T>>();

  const ask = async (db: Db, gathering: Gathering<T>) => {
    gatherings.delete(db);
    try {
      const found = new Map(await find(db, [...gathering.keys()]));
      for (const [key, { resolve }] of gathering) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of gathering.values()) reject(error);
    }
  };
  const gather = (db: Db): Gathering<T> => {
    const gathering: Gathering<T> = new Map();
    gatherings.set(db, gathering);
    setImmediate(ask, db, gathering);
    return gathering;
  };
  return (db: Db, key: string): Promise<T | undefined> => {
    const gathering = gatherings.get(db) ?? gather(db);
    let asked = gathering.get(key);
    if (!asked) gathering.set(key, (asked = Promise.withResolvers()));
    return waitForDatabase(asked.promise);
  };
}
