import { AsyncLocalStorage } from "node:async_hooks";
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

import { DomainError } from "../errors.ts";
import { SyncGuard } from "../sync-guard.ts";
import { Ballast, DiskFullError } from "./ballast.ts";
import { sqliteDialect, type Dialect } from "./dialect.ts";
import { removedFileCheck } from "./removed-file-check.ts";
import { DatabaseMeter } from "./meter.ts";
import type { OpenDatabase } from "./database.ts";
import { isFailedSync, sqliteError } from "./sqlite-errors.ts";
import type { Schema } from "./schema.ts";
import { Snapshot } from "./snapshot.ts";
import { WRITER_PRAGMAS, READER_PRAGMAS, setPragmas } from "./sqlite-pragmas.ts";

const WRITE_LOCK_MS = 10_000;
/**
 * Statements between checkpoints. We run them ourselves, since nobody hears of a failed sync in SQLite's automatic
 * ones.
 */
const MAX_STATEMENTS = 500;
const MAX_WAITING = 1000;

/** Two connections: one writes, one transaction at a time; the other reads the last committed state without waiting. */
export function openSqlite(file: string, guard = new SyncGuard()): OpenDatabase {
  using opened = new DisposableStack();
  const writer = opened.use(new Database(file, { create: true, strict: true }));
  setPragmas(writer, WRITER_PRAGMAS);
  const reader = opened.use(new Database(file, { strict: true }));
  setPragmas(reader, READER_PRAGMAS);
  opened.move();
  const meter = new DatabaseMeter();
  const snapshot = new Snapshot(reader, meter);
  const ballast = new Ballast(file);
  const isGone = removedFileCheck(file, guard);
  const driver = new SqliteDriver(writer, reader, snapshot, meter, ballast, guard, isGone);
  const { insertMany, evenWhenFull } = driver;
  const requireRoom = () => ballast.requireUnspent();
  const adapter = new Adapter(reader, meter, { ...sqliteDialect, insertMany, evenWhenFull, requireRoom });
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
    ballast,
    isGone,
    watchChanges: (forget) => snapshot.watch(forget),
    inSnapshot: (work) => inSnapshot(file, adapter, work),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

/** A separate connection that keeps reading the state it began with. */
async function inSnapshot<T>(file: string, adapter: Adapter, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  using database = new Database(file, { strict: true });
  setPragmas(database, READER_PRAGMAS);
  database.run("begin");
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      try {
        return { rows: database.query<R, SQLQueryBindings[]>(sql).all(...(parameters as SQLQueryBindings[])) };
      } catch (error) {
        throw sqliteError(error, database, adapter.meter);
      }
    },
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

/** Set for work that deletes or hides. */
const freeing = new AsyncLocalStorage<true>();

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
  // Otherwise Kysely would run one query at a time, and reads would wait for writes.
  override get supportsMultipleConnections() {
    return true;
  }
}

class SqliteDriver implements Driver {
  #turn = Promise.resolve();
  #sinceCheckpoint = 0;

  constructor(
    private writer: Database,
    private reader: Database,
    private snapshot: Snapshot,
    private meter: DatabaseMeter,
    private ballast: Ballast,
    private guard: SyncGuard,
    private isGone: () => boolean,
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
    this.#checkpoint();
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
      const result = await this.#patiently<R>(query);
      this.#checkpoint();
      return result;
    } finally {
      release();
    }
  }

  /** Committed rows are durable in the log, whether they reach the file now or later. */
  #checkpoint() {
    if (this.#sinceCheckpoint < MAX_STATEMENTS) return;
    try {
      this.#run(this.writer, CompiledQuery.raw("pragma wal_checkpoint(passive)"));
    } catch {
      // A failed sync is recorded by now. Anything else is retried.
    }
    this.#sinceCheckpoint = 0;
  }

  evenWhenFull: Dialect["evenWhenFull"] = (work) =>
    freeing.run(true, async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DiskFullError) || !this.ballast.giveUp()) throw error;
        return work();
      }
    });

  /** One prepared statement, run row by row: several times faster than long VALUES lists. */
  insertMany: Dialect["insertMany"] = async (_db, table, columns, rows) => {
    const names = columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(", ");
    const marks = columns.map(() => "?").join(", ");
    try {
      const insert = this.writer.query(`insert into "${table}" (${names}) values (${marks})`);
      for (const row of rows) insert.run(...(row as SQLQueryBindings[]));
      this.#sinceCheckpoint += rows.length;
    } catch (error) {
      throw sqliteError(error, this.writer, this.meter);
    }
  };

  #end(connection: Connection) {
    connection.release?.();
    connection.release = undefined;
  }

  #run<R>(database: Database, query: CompiledQuery): QueryResult<R> {
    this.snapshot.leave();
    const startedAt = performance.now();
    if (database === this.writer) this.#sinceCheckpoint++;
    const parameters = query.parameters as SQLQueryBindings[];
    try {
      const statement = database.query<R, SQLQueryBindings[]>(query.sql);
      if (statement.columnNames.length > 0) return { rows: statement.all(...parameters) };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw isFailedSync(error) ? this.guard.fail("the database") : sqliteError(error, database, this.meter);
    } finally {
      this.meter.add(startedAt);
    }
  }

  async #takeTurn(): Promise<() => void> {
    if (this.meter.waiting >= MAX_WAITING)
      throw new DomainError("unavailable", "Too many changes are waiting to be written; try again shortly.");
    this.isGone();
    this.guard.requireSound();
    if (!freeing.getStore()) this.ballast.requireUnspent();
    const before = this.#turn;
    let release!: () => void;
    this.#turn = new Promise((resolve) => (release = resolve));
    this.meter.waiting++;
    await before;
    this.meter.waiting--;
    if (!this.guard.isBroken) return release;
    release();
    throw this.guard.fail("the database");
  }

  /**
   * Waits, without blocking this process, while another one holds the write lock. Only for statements that begin a
   * transaction or are one: if they did not get the lock, nothing has happened yet.
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

/** The first word of a handwritten query says what it is. */
const isRead = ({ query, sql }: CompiledQuery) =>
  query.kind === "SelectQueryNode" || (query.kind === "RawNode" && /^\s*select\b/i.test(sql));

class Connection implements DatabaseConnection {
  /** Set while a transaction is open. Passes the turn to write to the next one. */
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
