import { SQL, type ReservedSQL } from "bun";

import { PeerWatch, withDeadline, type Patience } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import { waitForTurn } from "../time-spent.ts";
import type { DatabaseMeter } from "./meter.ts";
import { isPooled } from "./postgres-address.ts";
import { postgresError, sqlState } from "./postgres-errors.ts";

/**
 * The server gives up on a statement well before we give up on the server, so a slow statement never looks like a dead
 * peer.
 */
const SERVER_SHARE = 0.8;

export type Result = unknown[] & { command?: string; count?: number };

/** One of Bun's pools, and how often the server has answered through it. */
interface Source {
  sql: SQL;
  answers: number;
}

export interface Reservation {
  connection: ReservedSQL;
  source: Source;
}

/**
 * Bun's pool keeps a connection for as long as the network does not object. If the server stays silent past the
 * deadline, that may take a quarter of an hour. So the whole pool is abandoned and replaced by a new one.
 */
export class Pool {
  #source: Source;
  #deadlineMs: number;
  #watch: PeerWatch;

  constructor(
    private url: string,
    private connections: number,
    patience: Patience & { deadlineMs: number },
    readonly meter: DatabaseMeter,
    /** Undefined for the primary. */
    private replica?: { onConnection(): void },
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
      onconnect: this.replica?.onConnection,
      onclose: this.replica?.onConnection,
      ...(!isPooled(this.url) && { connection: this.#settings() }),
    });
    return { sql, answers: 0 };
  }

  /**
   * A standby refuses connections that ask for writing. Otherwise a proxy that takes one for the primary, for a moment
   * after its own restart, would lead us to rows that are out of date.
   */
  #settings() {
    const statement_timeout = Math.ceil(this.#deadlineMs * SERVER_SHARE);
    return this.replica ? { statement_timeout } : { statement_timeout, transaction_read_only: "off" };
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
