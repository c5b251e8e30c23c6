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
import type { Patience } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import { postgresDialect, type Dialect } from "./dialect.ts";
import { DatabaseMeter } from "./meter.ts";
import type { OpenDatabase } from "./database.ts";
import { unknownCommit } from "./postgres-errors.ts";
import { Pool, type Reservation, type Result } from "./postgres-pool.ts";
import type { Db, Schema } from "./schema.ts";
import type { TransactionConnection } from "./transaction.ts";
import { isRead, Replicas, type ReplicaAddress, type ReplicaOptions, type Run } from "./replicas.ts";
import { watchPostgres } from "./watch-postgres.ts";

const QUERY_MS = 10_000;
/** Single statements use the pool; a transaction reserves a connection. */
export function openPostgres(
  url: string,
  patience: Patience = {},
  connections = DEFAULT_CONNECTIONS,
  copies?: Copies,
): OpenDatabase {
  const meter = new DatabaseMeter();
  meter.connections = connections * (1 + (copies?.urls.length ?? 0));
  const pool = new Pool(url, connections, { deadlineMs: QUERY_MS, ...patience }, meter);
  const run = (text: string, parameters: readonly unknown[]) =>
    isRead(text) ? pool.run(text, parameters) : pool.write(text, parameters);
  const replicas = copies?.urls.length ? openReplicas(run, copies, connections, meter) : undefined;
  const db = connect(pool, run);
  return {
    db,
    reading: replicas ? connect(pool, (text, parameters) => replicas.run(text, parameters), replicas) : db,
    meter,
    watchChanges: (forget) => watchPostgres(run, forget, replicas),
    replicas,
    inSnapshot: (work) =>
      db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work),
    async [Symbol.asyncDispose]() {
      await replicas?.end();
      await db.destroy();
    },
  };
}

/** Replicas of the database. */
export interface Copies extends ReplicaOptions {
  urls: readonly string[];
}

/** Reads go elsewhere while one that is silent is found to be dead. */
const REPLICA_PATIENCE = { deadlineMs: QUERY_MS, silenceMs: 500, signMs: 500 };

function openReplicas(primary: Run, copies: Copies, connections: number, meter: DatabaseMeter): Replicas {
  const addresses = copies.urls.map((url): ReplicaAddress => ({
    host: new URL(url).host,
    open(onConnection) {
      const pool = new Pool(url, connections, REPLICA_PATIENCE, meter, { onConnection });
      return {
        run: (text, parameters) => pool.run(text, parameters),
        end: () => pool.end(),
      };
    },
  }));
  return new Replicas(primary, meter, addresses, copies);
}

/** `run` is for statements outside transactions. */
function connect(pool: Pool, run: Run, replicas?: Replicas): Db {
  const adapter = new Adapter({ ...postgresDialect, insertMany }, run);
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => new PostgresDriver(pool, run, replicas),
      createAdapter: () => adapter,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
    },
  });
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

class PostgresDriver implements Driver {
  constructor(
    private pool: Pool,
    private single: Run,
    private replicas?: Replicas,
  ) {}

  async init() {}
  async acquireConnection() {
    return new Connection(this.pool, this.single);
  }
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const mine = connection as Connection;
    mine.reserved = await this.pool.reserve();
    try {
      const { isolationLevel, accessMode } = settings;
      await mine.run(
        ["begin", isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(" "),
      );
      // It holds no locks, and what it reads may go somewhere slow.
      if (accessMode === "read only") await mine.run("set local idle_in_transaction_session_timeout = 0");
    } catch (error) {
      mine.release();
      throw error;
    }
  }
  async commitTransaction(connection: DatabaseConnection) {
    const { command } = await (connection as Connection).commit().catch((error: unknown) => {
      throw error instanceof DomainError ? unknownCommit() : error;
    });
    this.replicas?.noteWrite();
    // PostgreSQL answers ROLLBACK, not an error, if an earlier statement failed and nobody noticed.
    if (command === "ROLLBACK") throw new Error("PostgreSQL rolled the transaction back at its commit");
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    // A dead connection has nothing left to roll back.
    const mine = connection as Connection;
    if (!mine.reserved?.unanswered) await mine.run("rollback").catch(() => {});
  }
  async releaseConnection(connection: DatabaseConnection) {
    (connection as Connection).release();
  }
  async destroy() {
    await this.pool.end();
  }
}

class Connection implements TransactionConnection {
  reserved: Reservation | undefined;

  constructor(
    private pool: Pool,
    private single: Run,
  ) {}

  run(text: string, parameters: readonly unknown[] = []): Promise<Result> {
    return this.reserved ? this.pool.run(text, parameters, this.reserved) : this.single(text, parameters);
  }

  commit = () => this.pool.commit(this.reserved!);

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
    if (this.reserved) this.pool.release(this.reserved);
    this.reserved = undefined;
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not offered: page through the rows instead.");
  }
}
