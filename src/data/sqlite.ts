import { AsyncLocalStorage } from "node:async_hooks";
import { Database } from "bun:sqlite";
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";

import { SyncGuard } from "../sync-guard.ts";
import { Ballast, DiskFullError } from "./ballast.ts";
import { sqliteDialect, type Dialect } from "./dialect.ts";
import { removedFileCheck } from "./removed-file-check.ts";
import type { Late } from "./late-statements.ts";
import { DatabaseMeter } from "./meter.ts";
import type { OpenDatabase } from "./database.ts";
import { isRead } from "./prepared.ts";
import { sqliteError } from "./sqlite-errors.ts";
import type { Schema } from "./schema.ts";
import { Snapshot } from "./snapshot.ts";
import { watchSqlite } from "./watch-sqlite.ts";
import { WRITER_PRAGMAS, READER_PRAGMAS, setPragmas } from "./sqlite-pragmas.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import { Statements, type Outcome } from "./statements.ts";
import type { TransactionConnection } from "./transaction.ts";
import { whenQuiet } from "./when-quiet.ts";

/** Two connections: one writes (sqlite-writer.ts); the other reads the last committed state without waiting. */
export function openSqlite(file: string, guard = new SyncGuard()): OpenDatabase {
  using opened = new DisposableStack();
  const database = opened.use(new Database(file, { create: true, strict: true }));
  setPragmas(database, WRITER_PRAGMAS);
  const reader = opened.use(new Database(file, { strict: true }));
  setPragmas(reader, READER_PRAGMAS);
  opened.move();
  const meter = new DatabaseMeter();
  const snapshot = new Snapshot(reader, meter);
  const ballast = new Ballast(file);
  const isGone = removedFileCheck(file, guard);
  const writer = new SqliteWriter({ database, snapshot, meter, ballast, guard, isGone });
  const reading = new Statements(reader);
  const driver = new SqliteDriver(writer, reader, reading, snapshot, meter, ballast);
  // SQLite keeps pages, up to 8 MB a connection. The operating system keeps the file in memory anyway.
  const shrinking = whenQuiet(meter, () => [database, reader].forEach((one) => one.run("pragma shrink_memory")));
  const { insertMany, evenWhenFull } = driver;
  const requireRoom = () => ballast.requireUnspent();
  const explain: Dialect["explain"] = async (_, statement) => reading.explain(statement);
  const differences = { ...sqliteDialect, insertMany, evenWhenFull, requireRoom, explain };
  const adapter = new Adapter(reader, reading, meter, differences);
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
    reading: db,
    meter,
    ballast,
    isGone,
    watchChanges: (forget) => watchSqlite(reader, meter, snapshot, forget),
    inSnapshot: (work) => inSnapshot(file, adapter, work),
    [Symbol.asyncDispose]() {
      shrinking[Symbol.dispose]();
      return db.destroy();
    },
  };
}

/** A separate connection that keeps reading the state it began with, with statements of its own. */
async function inSnapshot<T>(
  file: string,
  { meter, dialect: differences }: Adapter,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const database = new Database(file, { strict: true });
  const statements = new Statements(database);
  using _ = { [Symbol.dispose]: () => statements.close() };
  setPragmas(database, READER_PRAGMAS);
  database.run("begin");
  const adapter = new Adapter(database, statements, meter, differences);
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      try {
        return { rows: statements.run<R>(sql, parameters).rows };
      } catch (error) {
        throw sqliteError(error, database, meter);
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
const isFreeing = () => freeing.getStore() === true;

export class Adapter extends SqliteAdapter {
  constructor(
    readonly reader: Database,
    readonly reading: Statements,
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
  constructor(
    private writer: SqliteWriter,
    private reader: Database,
    private reading: Statements,
    private snapshot: Snapshot,
    private meter: DatabaseMeter,
    private ballast: Ballast,
  ) {}

  async init() {}
  async acquireConnection() {
    return new SqliteConnection(this, this.writer);
  }
  async releaseConnection() {}
  async destroy() {
    await this.writer.close();
    this.snapshot.leave();
    this.reading.close();
  }

  async beginTransaction(connection: DatabaseConnection) {
    await this.writer.begin(isFreeing());
    (connection as SqliteConnection).isWriting = true;
  }
  async commitTransaction(connection: DatabaseConnection) {
    const kept = this.writer.keep();
    (connection as SqliteConnection).isWriting = false;
    await kept;
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    const mine = connection as SqliteConnection;
    // If it is the commit that failed, there is nothing left to undo.
    if (!mine.isWriting) return;
    mine.isWriting = false;
    this.writer.undo();
  }

  async execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    if (isRead(query)) return this.#read(sql, parameters);
    const how = isChange(query) ? "execute" : "executeAlone";
    return resultOf(await this.writer[how]<R>(sql, parameters, isFreeing()));
  }

  #read<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    this.snapshot.leave();
    const startedAt = performance.now();
    try {
      return this.reading.run<R>(sql, parameters);
    } catch (error) {
      throw sqliteError(error, this.reader, this.meter);
    } finally {
      this.meter.add(startedAt, sql);
    }
  }

  /** Several acts may fail together when the disk is full. Only one can give up the ballast, but all try again. */
  evenWhenFull: Dialect["evenWhenFull"] = (work) =>
    freeing.run(true, async () => {
      const { isSpent } = this.ballast;
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DiskFullError) || isSpent) throw error;
        this.ballast.giveUp();
        if (!this.ballast.isSpent) throw error;
        return work();
      }
    });

  insertMany: Dialect["insertMany"] = async (_db, table, columns, rows) => {
    const names = columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(", ");
    const marks = columns.map(() => "?").join(", ");
    this.writer.runMany(`insert into "${table}" (${names}) values (${marks})`, rows);
  };
}

const CHANGES: ReadonlySet<string> = new Set(["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"]);
const isChange = ({ query }: CompiledQuery) => CHANGES.has(query.kind);

const resultOf = <R>({ rows, changes, lastInsertRowid }: Outcome<R>): QueryResult<R> =>
  changes === undefined ? { rows } : { rows, numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid ?? 0) };

class SqliteConnection implements TransactionConnection {
  /** While a transaction is open. */
  isWriting = false;

  constructor(
    private driver: SqliteDriver,
    private writer: SqliteWriter,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.isWriting ? resultOf(this.writer.run<R>(query.sql, query.parameters)) : this.driver.execute<R>(query);
  }
  /** Without a promise: nothing has to be waited for. */
  rows<R>(sql: string, parameters: readonly unknown[]): R[] {
    return this.writer.run<R>(sql, parameters).rows;
  }
  runLate(late: Late): void {
    this.writer.runLate(late);
  }
  streamQuery = noStreams;
}

// oxlint-disable-next-line require-yield
async function* noStreams<R>(): AsyncIterableIterator<QueryResult<R>> {
  throw new Error("Streaming is not offered: page through the rows instead.");
}
