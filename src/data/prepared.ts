import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import type { CompiledQuery } from "kysely";

import { whenReady } from "../when-ready.ts";
import type { DatabaseMeter } from "./meter.ts";
import type { Db } from "./schema.ts";
import { sqliteError } from "./sqlite-errors.ts";
import type { Statements } from "./statements.ts";
import { connectionOf } from "./transaction.ts";

class Placeholder {
  constructor(readonly index: number) {}
}

interface CachedStatement<R> {
  query: CompiledQuery<R>;
  /** On the connection that reads. Only on SQLite, and only if the query reads. */
  statement: Statement<R, SQLQueryBindings[]> | undefined;
  /** The arguments are the parameters: all of them, in the same order. */
  inOrder: boolean;
}

interface Parts {
  /** SQLite's reading connection. */
  reader?: Database;
  reading?: Statements;
  meter?: DatabaseMeter;
  /** Runs a statement on any connection of PostgreSQL. */
  run?(text: string, parameters: readonly unknown[]): Promise<unknown[]>;
}

/**
 * A query compiled once per database: compiling costs more than running it. `build` receives a placeholder for each
 * argument and may only pass it to the query as a value. `toEntity` maps each row. It goes straight to the connection,
 * without Kysely's machinery. SQLite answers inside a transaction, and to reads anywhere, without a promise.
 */
export function prepared<A extends readonly unknown[], R, T = R>(
  build: (db: Db, ...args: A) => { compile(db: Db): CompiledQuery<R> },
  toEntity?: (row: R) => T,
) {
  const cacheOf = new WeakMap<object, CachedStatement<R>>();
  const map = (rows: R[]) => (toEntity ? rows.map((row) => toEntity(row)) : (rows as unknown as T[]));
  return (db: Db, ...args: A): T[] | Promise<T[]> => {
    const adapter = db.getExecutor().adapter as Parts;
    let kept = cacheOf.get(adapter);
    if (!kept)
      cacheOf.set(adapter, (kept = keep(build(db, ...placeholdersFor(args)).compile(db), adapter, args.length)));
    const { query, statement, inOrder } = kept;
    const parameters = inOrder ? args : query.parameters.map((p) => (p instanceof Placeholder ? args[p.index] : p));
    if (db.isTransaction) return runIn(db, query, parameters, map);
    if (adapter.run) return adapter.run(query.sql, parameters).then((rows) => map(rows as R[]));
    if (!statement) return db.executeQuery<R>({ ...query, parameters }).then(({ rows }) => map(rows));
    const startedAt = performance.now();
    try {
      return map(statement.all(...(parameters as SQLQueryBindings[])));
    } catch (error) {
      return Promise.reject(sqliteError(error, adapter.reader!, adapter.meter));
    } finally {
      adapter.meter?.add(startedAt, query.sql);
    }
  };
}

function runIn<R, T>(tx: Db, query: CompiledQuery<R>, parameters: readonly unknown[], map: (rows: R[]) => T[]) {
  const connection = connectionOf(tx);
  // Kysely's own transactions, and those that have ended, which it refuses.
  if (!connection) return tx.executeQuery<R>({ ...query, parameters }).then(({ rows }) => map(rows));
  try {
    return whenReady(connection.rows<R>(query.sql, parameters), map);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The one row that a key can find, just as promptly. */
export const first = <R>(rows: R[] | Promise<R[]>): R | undefined | Promise<R | undefined> =>
  whenReady(rows, (found) => found[0]);

/** The first word of a handwritten query says what it is. A plan is read, whatever it is the plan of. */
export const isRead = ({ query, sql }: CompiledQuery) =>
  query.kind === "SelectQueryNode" || (query.kind === "RawNode" && /^\s*select\b/i.test(sql));

/** Queries that differ in the columns they name. Each of them is made once. */
export function oneFor<T>(make: (columns: readonly string[]) => T): (columns: readonly string[]) => T {
  const made = new Map<string, T>();
  return (columns) => {
    const key = columns.join();
    let known = made.get(key);
    if (!known) made.set(key, (known = make(columns)));
    return known;
  };
}

const placeholdersFor = <A extends readonly unknown[]>(args: A) =>
  args.map((_, i) => new Placeholder(i)) as unknown as A;

const keep = <R>(query: CompiledQuery<R>, parts: Parts, args: number): CachedStatement<R> => ({
  query,
  statement: statementOf(query, parts),
  inOrder:
    query.parameters.length === args && query.parameters.every((p, i) => p instanceof Placeholder && p.index === i),
});

function statementOf<R>(query: CompiledQuery<R>, { reader, reading, meter }: Parts) {
  if (!isRead(query)) return undefined;
  try {
    return reading?.pin<R>(query.sql);
  } catch (error) {
    throw sqliteError(error, reader!, meter);
  }
}
