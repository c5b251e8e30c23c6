import { SQL, type ReservedSQL } from "bun";

import { PeerWatch, withDeadline, type Patience } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import { waitForTurn } from "../time-spent.ts";
import type { DatabaseMeter } from "./meter.ts";
import { isPooled } from "./postgres-address.ts";
import { postgresError, sqlState } from "./postgres-errors.ts";
import { WriteTurns } from "./write-turns.ts";

/**
 * The server gives up on a statement well before we give up on the server, so a slow statement never looks like a dead
 * peer.
 */
const SERVER_SHARE = 0.8;

interface Work {
  /** On the connection of a transaction. */
  reserved?: boolean;
  /** No other work was queued before it and the server would end it in time, so silence means the server. */
  alone?: boolean;
  sql?: string;
  deadlineMs?: number;
}

/**
 * A node that is frozen or cut off in the middle of a transaction holds its locks, and everybody waits for them. So the
 * server ends a transaction that asks for nothing, before the statements of others run out of time.
 */
const IDLE_SHARE = 0.5;
/** A busy process may pause for a second or two. */
const MIN_IDLE_MS = 5000;

/** What only a commit can be. */
const LASTING = `select pid from pg_stat_activity
  where usename = current_user and state = 'active' and now() - query_start > $1::text::interval`;

export type Result = unknown[] & { command?: string; count?: number };

/** One of Bun's pools, and how often the server has answered through it. */
interface Source {
  sql: SQL;
  answers: number;
}

export interface Reservation {
  connection: ReservedSQL;
  source: Source;
  since: number;
  /** A commit that PostgreSQL has not answered in time. */
  unanswered?: Promise<unknown>;
}

/** The share of the connections that only read. */
const READING = 0.25;
/** The share of the deadline that a transaction may wait for its turn, and that is left for its commit at least. */
const TURN_SHARE = 0.2;
/** How often we ask whether PostgreSQL still works on a commit. */
const ASK_AGAIN_MS = 30_000;

/**
 * Bun's pool keeps a connection for as long as the network does not object. If the server stays silent past the
 * deadline, that may take a quarter of an hour. So the whole pool is abandoned and replaced by a new one.
 */
export class Pool {
  #source: Source;
  #deadlineMs: number;
  #watch: PeerWatch;
  #turns: WriteTurns;

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
    const writing = Math.max(1, Math.floor(connections * (1 - READING)));
    this.#turns = new WriteTurns(writing, this.#deadlineMs * TURN_SHARE);
    const leave = () => this.#replace(this.#source);
    this.#watch = new PeerWatch("The database", patience, (signal) => askOnce(url, signal), leave);
  }

  async reserve(): Promise<Reservation> {
    const { meter } = this;
    const since = performance.now();
    meter.waiting++;
    try {
      await waitForTurn(this.#turns.enter());
      const reserved = { ...(await waitForTurn(this.#connect())), since };
      meter.inUse++;
      return reserved;
    } finally {
      meter.waiting--;
      meter.waitedSeconds += (performance.now() - since) / 1000;
    }
  }

  async #connect(): Promise<{ connection: ReservedSQL; source: Source }> {
    const source = this.#source;
    let reserving: Promise<ReservedSQL> | undefined;
    try {
      return { connection: await this.#within(() => (reserving = source.sql.reserve()), source), source };
    } catch (error) {
      this.#turns.leave();
      // A connection that arrives too late is returned.
      reserving?.then((late) => late.release()).catch(() => {});
      throw error;
    }
  }

  release(reserved: Reservation): void {
    const { unanswered, source } = reserved;
    const release = () => {
      this.meter.inUse--;
      reserved.connection.release();
      this.#turns.leave();
    };
    if (!unanswered) return release();
    this.#turns.stick();
    const timer = setInterval(() => void this.#leaveIfLost(source), ASK_AGAIN_MS);
    timer.unref();
    const end = () => {
      clearInterval(timer);
      this.#turns.unstick();
      release();
    };
    unanswered.then(end, end);
  }

  /** The network may have lost the answer. */
  async #leaveIfLost(source: Source): Promise<void> {
    const rows = await this.run(LASTING, [`${this.#deadlineMs} ms`]).catch(() => undefined);
    if (rows?.length === 0) this.#replace(source);
  }

  /**
   * The server ends other statements in time, but a commit may wait for a standby or a disk that is away, for ever. It
   * keeps its connection until it is answered: whoever takes another one instead, again and again, has none left.
   */
  commit(reserved: Reservation): Promise<Result> {
    const left = this.#deadlineMs * SERVER_SHARE - (performance.now() - reserved.since);
    const deadlineMs = Math.max(left, this.#deadlineMs * TURN_SHARE);
    return this.#lasting("commit", [], reserved, deadlineMs);
  }

  /** Outside a transaction, a statement that writes commits as well. */
  async write(text: string, parameters: readonly unknown[]): Promise<Result> {
    const reserved = await this.reserve();
    try {
      return await this.#lasting(text, parameters, reserved, this.#deadlineMs);
    } finally {
      this.release(reserved);
    }
  }

  #lasting(sql: string, parameters: readonly unknown[], reserved: Reservation, deadlineMs: number): Promise<Result> {
    let work: Promise<Result> | undefined;
    const begin = () => (work = reserved.connection.unsafe(sql, parameters as unknown[]) as Promise<Result>);
    return this.#within(begin, reserved.source, { reserved: true, sql, deadlineMs }).catch((error: unknown) => {
      if (error instanceof DomainError) reserved.unanswered = work;
      throw error;
    });
  }

  run(text: string, parameters: readonly unknown[], reserved?: Reservation): Promise<Result> {
    const source = reserved?.source ?? this.#source;
    const connection = reserved?.connection ?? source.sql;
    const begin = () => connection.unsafe(text, parameters as unknown[]) as Promise<Result>;
    return this.#within(begin, source, { reserved: !!reserved, alone: !!reserved, sql: text });
  }

  async end() {
    this.#watch.end();
    await withDeadline(this.#source.sql.end(), this.#deadlineMs, "The database").catch(() => {});
  }

  /**
   * Written without `await`, because most reads wait for nothing else, and each async function on the way would cost
   * them a tenth of a query.
   */
  #within<T>(
    begin: () => Promise<T>,
    source: Source,
    { reserved = false, alone = false, sql, deadlineMs }: Work = {},
  ): Promise<T> {
    const { answers } = source;
    const startedAt = performance.now();
    // A transaction's connection counts as long as it is reserved.
    const taken = reserved ? 0 : 1;
    this.meter.inUse += taken;
    const end = () => {
      this.meter.inUse -= taken;
      if (sql !== undefined) this.meter.add(startedAt, sql);
    };
    return this.#watch.within(begin, deadlineMs).then(
      (result) => {
        end();
        source.answers++;
        return result;
      },
      (error: unknown) => {
        end();
        throw this.#failure(error, source, alone || (!reserved && source.answers === answers));
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
    if (this.replica) return { statement_timeout };
    const idle_in_transaction_session_timeout = Math.max(this.#deadlineMs * IDLE_SHARE, MIN_IDLE_MS);
    return { statement_timeout, idle_in_transaction_session_timeout, transaction_read_only: "off" };
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
