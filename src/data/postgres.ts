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

import { withDeadline } from "../core/deadline.ts";
import { DomainError } from "../core/errors.ts";
import { postgresDialect, type Dialect } from "./dialect.ts";
import { DatabaseMeter } from "./meter.ts";
import type { OpenDatabase } from "./open.ts";
import type { Db, Schema } from "./schema.ts";

const QUERY_MS = 10_000;
const CONNECTIONS = 16;

/** Single statements go to the pool; a transaction reserves a connection. */
export function openPostgres(url: string, deadlineMs = QUERY_MS): OpenDatabase {
  const pool = new Pool(url, deadlineMs);
  const meter = new DatabaseMeter();
  const adapter = new Adapter({ ...postgresDialect, insertMany });
  const db = new Kysely<Schema>({
    dialect: {
      createDriver: () => new PostgresDriver(pool, meter),
      createAdapter: () => adapter,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
    },
  });
  return {
    db,
    meter,
    // Another node may change anything at any time and nothing here would tell: nothing may be kept.
    stamp: () => undefined,
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

class Adapter extends PostgresAdapter {
  constructor(readonly dialect: Dialect) {
    super();
  }
}

/** A whole batch travels as one array a column, so the statement's text is the same for any number of rows. */
async function insertMany(db: Db, table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]) {
  if (rows.length === 0) return;
  const list = JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))));
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${list}::text::json)`.execute(db);
}

/**
 * Bun's pool, which keeps a connection for as long as the network says nothing against it. One that missed a deadline
 * may hang for a quarter of an hour: then the whole pool is left behind and a fresh one takes its place.
 */
class Pool {
  #sql: SQL;

  constructor(
    private url: string,
    private deadlineMs: number,
  ) {
    this.#sql = this.#open();
  }

  reserve(): Promise<ReservedSQL> {
    const sql = this.#sql;
    const reserving = sql.reserve();
    return this.within(reserving, sql).catch((error: unknown) => {
      // A connection that arrives too late goes back.
      reserving.then((late) => late.release()).catch(() => {});
      throw error;
    });
  }

  run(text: string, parameters: readonly unknown[], reserved?: ReservedSQL): Promise<Result> {
    const sql = this.#sql;
    return this.within((reserved ?? sql).unsafe(text, parameters as unknown[]) as Promise<Result>, sql);
  }

  async within<T>(work: Promise<T>, sql: SQL): Promise<T> {
    try {
      return await withDeadline(work, this.deadlineMs, "The database");
    } catch (error) {
      if (error instanceof DomainError) this.#replace(sql);
      if (isAway(error)) throw new DomainError("unavailable", "The database is away; try again shortly.");
      throw error;
    }
  }

  async end() {
    await withDeadline(this.#sql.end(), this.deadlineMs, "The database").catch(() => {});
  }

  #open(): SQL {
    return new SQL(this.url, {
      max: CONNECTIONS,
      connectionTimeout: this.deadlineMs / 1000,
      idleTimeout: 60,
      // The server gives up as well, and does not work on for nobody.
      connection: { statement_timeout: this.deadlineMs },
    });
  }

  #replace(hanging: SQL) {
    if (hanging !== this.#sql) return;
    this.#sql = this.#open();
    hanging.close({ timeout: 0 }).catch(() => {});
  }
}

/** The network's and the pool's errors, and the server's own word that it is going or full. */
function isAway(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  if (/^(57P0\d|53300|08...)$/.test(String(errno))) return true;
  return /CONNECTION|TIMEOUT|^ECONN|^ENOTFOUND|^EAI_/.test(String(code)) && !/^\d/.test(String(errno));
}

class PostgresDriver implements Driver {
  constructor(
    private pool: Pool,
    private meter: DatabaseMeter,
  ) {}

  async init() {}
  async acquireConnection() {
    return new Connection(this.pool, this.meter);
  }
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const mine = connection as Connection;
    this.meter.waiting++;
    try {
      mine.reserved = await this.pool.reserve();
    } finally {
      this.meter.waiting--;
    }
    try {
      await mine.run(settings.isolationLevel ? `begin isolation level ${settings.isolationLevel}` : "begin");
    } catch (error) {
      mine.release();
      throw error;
    }
  }
  async commitTransaction(connection: DatabaseConnection) {
    // PostgreSQL answers ROLLBACK, not an error, when a failed statement was swallowed on the way.
    const { command } = await (connection as Connection).run("commit");
    if (command === "ROLLBACK") throw new Error("PostgreSQL rolled the transaction back at its commit");
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    // On a dead connection there is nothing left to roll back.
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

class Connection implements DatabaseConnection {
  reserved: ReservedSQL | undefined;

  constructor(
    private pool: Pool,
    private meter: DatabaseMeter,
  ) {}

  async run(text: string, parameters: readonly unknown[] = []): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await this.pool.run(text, parameters, this.reserved);
    } finally {
      this.meter.add(startedAt);
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.run(query.sql, query.parameters);
    return {
      rows: rows as R[],
      numAffectedRows: rows.command === "SELECT" ? undefined : BigInt(rows.count ?? 0),
    };
  }

  release() {
    this.reserved?.release();
    this.reserved = undefined;
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not offered: page through the rows instead.");
  }
}
