import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { Compilable, CompiledQuery } from "kysely";

import type { DatabaseMeter } from "./meter.ts";
import type { Db } from "./schema.ts";
import { translated } from "./sqlite.ts";

class Placeholder {
  constructor(readonly index: number) {}
}

/**
 * A query compiled once for each database and kept: compiling costs more than running it. `build` receives a
 * placeholder for each argument and may only hand it to the query as a value.
 *
 * Outside a transaction SQLite answers on the spot from its reading connection, without Kysely's machinery.
 */
export function prepared<A extends readonly unknown[], R>(build: (db: Db, ...args: A) => Compilable<R>) {
  const kept = new WeakMap<object, CompiledQuery<R>>();
  return async (db: Db, ...args: A): Promise<R[]> => {
    const adapter = db.getExecutor().adapter as { reader?: Database; meter?: DatabaseMeter };
    let query = kept.get(adapter);
    if (!query) {
      query = build(db, ...(args.map((_, i) => new Placeholder(i)) as unknown as A)).compile();
      kept.set(adapter, query);
    }
    const parameters = query.parameters.map((p) => (p instanceof Placeholder ? args[p.index] : p));
    if (!adapter.reader || db.isTransaction) return (await db.executeQuery<R>({ ...query, parameters })).rows;
    const startedAt = performance.now();
    try {
      return adapter.reader.query<R, SQLQueryBindings[]>(query.sql).all(...(parameters as SQLQueryBindings[]));
    } catch (error) {
      throw translated(error);
    } finally {
      adapter.meter?.add(startedAt);
    }
  };
}
