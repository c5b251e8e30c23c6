import { currentSpent } from "../time-spent.ts";

/** Told of a statement that took long. */
export type StatementWatch = (statement: { sql: string; startedAt: number; ms: number }) => void;

/** Figures of the data layer for /metrics. Plain numbers: counting must cost nothing. */
export class DatabaseMeter {
  queries = 0;
  /** Of these, reads that a replica answered. */
  replicaQueries = 0;
  seconds = 0;
  /** Statements slower than `slowMs`. */
  slow = 0;
  slowMs = Infinity;
  /** Transactions waiting for their turn to write. */
  waiting = 0;
  /** How long transactions have waited for a connection, or for their turn to write. */
  waitedSeconds = 0;
  /** How many may be open, and how many are in use. SQLite has one that writes. */
  connections = 1;
  inUse = 0;
  cacheHits = 0;
  cacheMisses = 0;
  /** A page could not be read. Stays set until the operator has repaired the file. */
  damaged = false;
  #watchMs = Infinity;
  #watch: StatementWatch | undefined;

  /** From now on, `watch` is told of every statement that takes at least this long. */
  watchFrom(ms: number, watch: StatementWatch) {
    this.#watchMs = ms;
    this.#watch = watch;
  }

  add(startedAt: number, sql: string) {
    const ms = performance.now() - startedAt;
    this.queries++;
    this.seconds += ms / 1000;
    const spent = currentSpent();
    if (spent) spent.databaseMs += ms;
    if (ms < this.#watchMs) return;
    if (ms >= this.slowMs) this.slow++;
    this.#watch!({ sql, startedAt, ms });
  }
}
