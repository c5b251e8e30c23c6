import { Database, type SQLQueryBindings } from "bun:sqlite";
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";

import { DomainError } from "../core/errors.ts";
import { sqliteDialect, type Dialect } from "./dialect.ts";
import { DatabaseMeter } from "./meter.ts";
import type { OpenDatabase } from "./open.ts";
import type { Schema } from "./schema.ts";
import { Snapshot } from "./snapshot.ts";

const WRITER_PRAGMAS = {
  journal_mode: "wal",
  synchronous: 2, // FULL: NORMAL loses acknowledged rows in a power cut
  foreign_keys: 1,
  busy_timeout: 10, // short, because waiting here stops the whole process; #patiently waits without that
  cache_size: -4000,
  trusted_schema: 0,
};
const READER_PRAGMAS = { foreign_keys: 1, busy_timeout: 2000, cache_size: -16_000, query_only: 1, trusted_schema: 0 };
const WRITE_LOCK_MS = 10_000;
const MOST_WAITING = 1000;

/**
 * Two connections: one writes, in turn; one reads, always the last committed state, without waiting for a writer.
 */
export function openSqlite(file: string): OpenDatabase {
  const writer = new Database(file, { create: true, strict: true });
  setPragmas(writer, WRITER_PRAGMAS);
  const reader = new Database(file, { strict: true });
  setPragmas(reader, READER_PRAGMAS);
  const meter = new DatabaseMeter();
  const snapshot = new Snapshot(reader);
  const driver = new SqliteDriver(writer, reader, snapshot, meter);
  const adapter = new Adapter(reader, meter, { ...sqliteDialect, insertMany: driver.insertMany });
  const db = new Kysely<Schema>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => adapter,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (inner) => new SqliteIntrospector(inner),
    },
  });
  return {
    db,
    meter,
    stamp: () => snapshot.stamp(),
    inSnapshot: (work) => inSnapshot(file, adapter, work),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

/** A connection of its own, which goes on reading the state that it has begun with. */
async function inSnapshot<T>(file: string, adapter: Adapter, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  using database = new Database(file, { strict: true });
  setPragmas(database, READER_PRAGMAS);
  database.run("begin");
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => ({
      rows: database.query<R, SQLQueryBindings[]>(sql).all(...(parameters as SQLQueryBindings[])),
    }),
    streamQuery: noStreams,
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const dialect = {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (inner: Kysely<Schema>) => new SqliteIntrospector(inner),
  };
  return await work(new Kysely<Schema>({ dialect }));
}

function setPragmas(database: Database, pragmas: Record<string, string | number>) {
  for (const [name, value] of Object.entries(pragmas)) {
    database.run(`pragma ${name} = ${value}`);
    const [actual] = database.query(`pragma ${name}`).values()[0] ?? [];
    if (String(actual) !== String(value)) throw new Error(`SQLite kept ${name} at ${actual} instead of ${value}`);
  }
}

/** A full or broken disk is told in a sentence: the caller may try again, the operator knows where to look. */
export function translated(error: unknown): unknown {
  const { code = "" } = (error ?? {}) as { code?: string };
  if (!/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code)) return error;
  return new DomainError("unavailable", `The database cannot be written to or read (${code}): check the disk.`);
}

export class Adapter extends SqliteAdapter {
  constructor(
    readonly reader: Database,
    readonly meter: DatabaseMeter,
    readonly dialect: Dialect,
  ) {
    super();
  }
  // Otherwise Kysely would leave a failed migration half done.
  override get supportsTransactionalDdl() {
    return true;
  }
}

class SqliteDriver implements Driver {
  #turn = Promise.resolve();

  constructor(
    private writer: Database,
    private reader: Database,
    private snapshot: Snapshot,
    private meter: DatabaseMeter,
  ) {}

  async init() {}
  async acquireConnection() {
    return new Connection(this);
  }
  async releaseConnection() {}
  async destroy() {
    await this.#turn;
    this.snapshot.leave();
    this.reader.close();
    this.writer.close();
  }

  async beginTransaction(connection: DatabaseConnection) {
    const mine = connection as Connection;
    mine.release = await this.#takeTurn();
    try {
      await this.#patiently(CompiledQuery.raw("begin immediate"));
    } catch (error) {
      mine.release();
      mine.release = undefined;
      throw error;
    }
  }
  async commitTransaction(connection: DatabaseConnection) {
    this.#run(this.writer, CompiledQuery.raw("commit"));
    this.#end(connection as Connection);
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    try {
      if (this.writer.inTransaction) this.#run(this.writer, CompiledQuery.raw("rollback"));
    } finally {
      this.#end(connection as Connection);
    }
  }

  async execute<R>(connection: Connection, query: CompiledQuery): Promise<QueryResult<R>> {
    if (connection.release) return this.#run(this.writer, query);
    if (isRead(query)) return this.#run(this.reader, query);
    const release = await this.#takeTurn();
    try {
      return await this.#patiently(query);
    } finally {
      release();
    }
  }

  /** One prepared statement, run row by row: several times faster than long VALUES lists. */
  insertMany: Dialect["insertMany"] = async (_db, table, columns, rows) => {
    const marks = columns.map(() => "?").join(", ");
    const insert = this.writer.query(`insert into ${table} (${columns.join(", ")}) values (${marks})`);
    try {
      for (const row of rows) insert.run(...(row as SQLQueryBindings[]));
    } catch (error) {
      throw translated(error);
    }
  };

  #end(connection: Connection) {
    connection.release?.();
    connection.release = undefined;
  }

  #run<R>(database: Database, query: CompiledQuery): QueryResult<R> {
    this.snapshot.leave();
    const startedAt = performance.now();
    const statement = database.query<R, SQLQueryBindings[]>(query.sql);
    const parameters = query.parameters as SQLQueryBindings[];
    try {
      if (statement.columnNames.length > 0) return { rows: statement.all(...parameters) };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw translated(error);
    } finally {
      this.meter.add(startedAt);
    }
  }

  async #takeTurn(): Promise<() => void> {
    if (this.meter.waiting >= MOST_WAITING)
      throw new DomainError("unavailable", "Too many changes are waiting to be written; try again shortly.");
    const before = this.#turn;
    let release!: () => void;
    this.#turn = new Promise((resolve) => (release = resolve));
    this.meter.waiting++;
    await before;
    this.meter.waiting--;
    return release;
  }

  /**
   * Another process may hold the write lock: wait for it without stopping this one. Only for what begins a
   * transaction or is one by itself, as nothing of it has happened when the lock was not to be had.
   */
  async #patiently<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = performance.now() + WRITE_LOCK_MS;
    for (;;) {
      try {
        return this.#run(this.writer, query);
      } catch (error) {
        if (!(error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw error;
        if (performance.now() > until)
          throw new DomainError(
            "unavailable",
            "Another process has held the database for too long; try again shortly.",
          );
        await Bun.sleep(2 + Math.random() * 8);
      }
    }
  }
}

/** A query written by hand says by its first word what it is. */
const isRead = ({ query, sql }: CompiledQuery) =>
  query.kind === "SelectQueryNode" || (query.kind === "RawNode" && /^\s*select\b/i.test(sql));

class Connection implements DatabaseConnection {
  /** Set while a transaction is open: hands the turn to write to the next one. */
  release: (() => void) | undefined;

  constructor(private driver: SqliteDriver) {}

  executeQuery<R>(query: CompiledQuery) {
    return this.driver.execute<R>(this, query);
  }
  streamQuery = noStreams;
}

// oxlint-disable-next-line require-yield
async function* noStreams<R>(): AsyncIterableIterator<QueryResult<R>> {
  throw new Error("Streaming is not offered: page through the rows instead.");
}
