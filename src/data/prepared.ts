import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import type { CompiledQuery } from "kysely";

import { whenReady } from "../when-ready.ts";
import type { DatabaseMeter } from "./meter.ts";
import type { Db } from "./schema.ts";
import { sqliteError } from "./sqlite-errors.ts";

class Placeholder {
  constructor(readonly index: number) {}
}

interface CachedStatement<R> {
  query: CompiledQuery<R>;
  /** Only on SQLite. */
  statement: Statement<R, SQLQueryBindings[]> | undefined;
  /** The arguments are the parameters, in the same order. */
  inOrder: boolean;
}

interface Parts {
  reader?: Database;
  meter?: DatabaseMeter;
}

/**
 * A query compiled once per database: compiling costs more than running it. `build` receives a placeholder for each
 * argument and may only pass it to the query as a value. `toEntity` maps each row. Outside a transaction SQLite
 * answers synchronously from its reading connection, without Kysely's machinery and without a promise.
 */
export function prepared<A extends readonly unknown[], R, T = R>(
  build: (db: Db, ...args: A) => { compile(db: Db): CompiledQuery<R> },
  toEntity: (row: R) => T = (row) => row as unknown as T,
) {
  const cacheOf = new WeakMap<object, CachedStatement<R>>();
  return (db: Db, ...args: A): T[] | Promise<T[]> => {
    const adapter = db.getExecutor().adapter as Parts;
    let kept = cacheOf.get(adapter);
    if (!kept) cacheOf.set(adapter, (kept = keep(build(db, ...placeholdersFor(args)).compile(db), adapter)));
    const { query, statement, inOrder } = kept;
    const parameters = inOrder ? args : query.parameters.map((p) => (p instanceof Placeholder ? args[p.index] : p));
    if (!statement || db.isTransaction)
      return db.executeQuery<R>({ ...query, parameters }).then(({ rows }) => rows.map(toEntity));
    const startedAt = performance.now();
    try {
      return statement.all(...(parameters as SQLQueryBindings[])).map(toEntity);
    } catch (error) {
      return Promise.reject(sqliteError(error, adapter.reader!, adapter.meter));
    } finally {
      adapter.meter?.add(startedAt);
    }
  };
}

/** The one row that a key can find, just as promptly. */
export const first = <R>(rows: R[] | Promise<R[]>): R | undefined | Promise<R | undefined> =>
  whenReady(rows, (found) => found[0]);

const placeholdersFor = <A extends readonly unknown[]>(args: A) =>
  args.map((_, i) => new Placeholder(i)) as unknown as A;

const keep = <R>(query: CompiledQuery<R>, parts: Parts): CachedStatement<R> => ({
  query,
  statement: statementOf(query, parts),
  inOrder: query.parameters.every((p, i) => p instanceof Placeholder && p.index === i),
});

function statementOf<R>({ sql }: CompiledQuery<R>, { reader, meter }: Parts) {
  try {
    return reader?.query<R, SQLQueryBindings[]>(sql);
  } catch (error) {
    throw sqliteError(error, reader!, meter);
  }
}
