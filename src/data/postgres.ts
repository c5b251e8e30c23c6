import { SQL, type ReservedSQL } from "bun";
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";

import { DEFAULT_CONNECTIONS } from "../config/database.ts";
import { PeerWatch, withDeadline, type Patience } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import { waitForTurn } from "../time-spent.ts";
import { postgresDialect, type Dialect } from "./dialect.ts";
import { DatabaseMeter } from "./meter.ts";
import type { OpenDatabase } from "./database.ts";
import { postgresError, sqlState, unknownCommit } from "./postgres-errors.ts";
import type { Db, Schema } from "./schema.ts";
import type { TransactionConnection } from "./transaction.ts";
import { watchPostgres } from "./watch-postgres.ts";

const QUERY_MS = 10_000;
/**
 * The server gives up on a statement well before we give up on the server, so a slow statement never looks like a dead
 * peer.
 */
const SERVER_SHARE = 0.8;

/** Single statements use the pool; a transaction reserves a connection. */
export function openPostgres(url: string, patience: Patience = {}, connections = DEFAULT_CONNECTIONS): OpenDatabase {
  const meter = new DatabaseMeter();
  meter.connections = connections;
  const pool = new Pool(url, connections, { deadlineMs: QUERY_MS, ...patience }, meter);
  const run = (text: string, parameters: readonly unknown[]) => pool.run(text, parameters);
  const adapter = new Adapter({ ...postgresDialect, insertMany }, run);
  const db = new Kysely<Schema>({
    dialect: {
      createDriver: () => new PostgresDriver(pool),
      createAdapter: () => adapter,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
    },
  });
  return {
    db,
    meter,
    watchChanges: (forget) => watchPostgres(run, forget),
    inSnapshot: (work) =>
      db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

class Adapter extends PostgresAdapter {
  constructor(
    readonly dialect: Dialect,
    readonly run: (text: string, parameters: readonly unknown[]) => Promise<unknown[]>,
  ) {
    super();
  }
}

/** A batch is sent as one array per column, so the statement is the same for any number of rows. */
async function insertMany(db: Db, table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]) {
  if (rows.length === 0) return;
  const list = JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))));
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${list}::text::json)`.execute(db);
}

/** One of Bun's pools, and how often the server has answered through it. */
interface Source {
  sql: SQL;
  answers: number;
}

interface Reservation {
  connection: ReservedSQL;
  source: Source;
}

/**
 * Bun's pool keeps a connection for as long as the network does not object. If the server stays silent past the
 * deadline, that may take a quarter of an hour. So the whole pool is abandoned and replaced by a new one.
 */
class Pool {
  #source: Source;
  #deadlineMs: number;
  #watch: PeerWatch;

  constructor(
    private url: string,
    private connections: number,
    patience: Patience & { deadlineMs: number },
    readonly meter: DatabaseMeter,
  ) {
    this.#deadlineMs = patience.deadlineMs;
    this.#source = this.#open();
    const leave = () => this.#replace(this.#source);
    this.#watch = new PeerWatch("The database", patience, (signal) => askOnce(url, signal), leave);
  }

  async reserve(): Promise<Reservation> {
    const { meter } = this;
    const source = this.#source;
    let reserving: Promise<ReservedSQL> | undefined;
    const startedAt = performance.now();
    meter.waiting++;
    try {
      const connection = await waitForTurn(this.#within(() => (reserving = source.sql.reserve()), source));
      meter.inUse++;
      return { connection, source };
    } catch (error) {
      // A connection that arrives too late is returned.
      reserving?.then((late) => late.release()).catch(() => {});
      throw error;
    } finally {
      meter.waiting--;
      meter.waitedSeconds += (performance.now() - startedAt) / 1000;
    }
  }

  run(text: string, parameters: readonly unknown[], reserved?: Reservation): Promise<Result> {
    const source = reserved?.source ?? this.#source;
    const connection = reserved?.connection ?? source.sql;
    const begin = () => connection.unsafe(text, parameters as unknown[]) as Promise<Result>;
    return this.#within(begin, source, { alone: !!reserved, sql: text });
  }

  async end() {
    this.#watch.end();
    await withDeadline(this.#source.sql.end(), this.#deadlineMs, "The database").catch(() => {});
  }

  /**
   * `alone`: no other work was queued before it, so silence means the server. Written without `await`, because most
   * reads wait for nothing else, and each async function on the way would cost them a tenth of a query.
   */
  #within<T>(
    begin: () => Promise<T>,
    source: Source,
    { alone = false, sql }: { alone?: boolean; sql?: string } = {},
  ): Promise<T> {
    const { answers } = source;
    const startedAt = performance.now();
    // A transaction's connection counts as long as it is reserved.
    const taken = alone ? 0 : 1;
    this.meter.inUse += taken;
    const end = () => {
      this.meter.inUse -= taken;
      if (sql !== undefined) this.meter.add(startedAt, sql);
    };
    return this.#watch.within(begin).then(
      (result) => {
        end();
        source.answers++;
        return result;
      },
      (error: unknown) => {
        end();
        throw this.#failure(error, source, alone || source.answers === answers);
      },
    );
  }

  /** A pool that answers others is busy, not dead. */
  #failure(error: unknown, source: Source, isSilent: boolean): unknown {
    if (error instanceof DomainError) {
      if (isSilent) this.#replace(source);
      return error;
    }
    if (sqlState(error)) source.answers++;
    return postgresError(error, this.url);
  }

  #open(): Source {
    const sql = new SQL(this.url, {
      max: this.connections,
      connectionTimeout: this.#deadlineMs / 1000,
      idleTimeout: 60,
      connection: { statement_timeout: Math.ceil(this.#deadlineMs * SERVER_SHARE) },
    });
    return { sql, answers: 0 };
  }

  #replace(hanging: Source) {
    if (hanging !== this.#source) return;
    this.#source = this.#open();
    hanging.sql.close({ timeout: 0 }).catch(() => {});
  }
}

/** Over a separate connection: those of the pool may all be busy. */
async function askOnce(url: string, signal: AbortSignal): Promise<void> {
  const sql = new SQL(url, { max: 1 });
  const close = () => sql.close({ timeout: 0 }).catch(() => {});
  signal.addEventListener("abort", close);
  try {
    await sql`select 1`;
  } finally {
    await close();
  }
}

class PostgresDriver implements Driver {
  constructor(private pool: Pool) {}

  async init() {}
  async acquireConnection() {
    return new Connection(this.pool);
  }
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const mine = connection as Connection;
    mine.reserved = await this.pool.reserve();
    try {
      const { isolationLevel, accessMode } = settings;
      await mine.run(
        ["begin", isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(" "),
      );
    } catch (error) {
      mine.release();
      throw error;
    }
  }
  async commitTransaction(connection: DatabaseConnection) {
    const { command } = await (connection as Connection).run("commit").catch((error: unknown) => {
      throw error instanceof DomainError ? unknownCommit() : error;
    });
    // PostgreSQL answers ROLLBACK, not an error, if an earlier statement failed and nobody noticed.
    if (command === "ROLLBACK") throw new Error("PostgreSQL rolled the transaction back at its commit");
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    // A dead connection has nothing left to roll back.
    await (connection as Connection).run("rollback").catch(() => {});
  }
  async releaseConnection(connection: DatabaseConnection) {
    (connection as Connection).release();
  }
  async destroy() {
    await this.pool.end();
  }
}

type Result = unknown[] & { command?: string; count?: number };

class Connection implements TransactionConnection {
  reserved: Reservation | undefined;

  constructor(private pool: Pool) {}

  run(text: string, parameters: readonly unknown[] = []): Promise<Result> {
    return this.pool.run(text, parameters, this.reserved);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.run(query.sql, query.parameters);
    return {
      rows: rows as R[],
      numAffectedRows: rows.command === "SELECT" ? undefined : BigInt(rows.count ?? 0),
    };
  }

  rows<R>(text: string, parameters: readonly unknown[]): Promise<R[]> {
    return this.run(text, parameters) as Promise<R[]>;
  }

  release() {
    if (!this.reserved) return;
    this.pool.meter.inUse--;
    this.reserved.connection.release();
    this.reserved = undefined;
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not offered: page through the rows instead.");
  }
}
