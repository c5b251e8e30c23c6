import type { Database } from "bun:sqlite";

import { DomainError } from "../errors.ts";
import { CommitGroup } from "./commit-group.ts";
import type { SyncGuard } from "../sync-guard.ts";
import { waitForDatabase, waitForTurn } from "../time-spent.ts";
import type { Ballast } from "./ballast.ts";
import type { Late } from "./late-statements.ts";
import type { DatabaseMeter } from "./meter.ts";
import type { Snapshot } from "./snapshot.ts";
import { isFailedSync, sqliteError } from "./sqlite-errors.ts";
import { Statements, type Outcome } from "./statements.ts";

const WRITE_LOCK_MS = 10_000;
/** Each process tries at its own moments: whoever came first would otherwise always come first. */
const MAX_RETRY_MS = 4;
/**
 * Statements between checkpoints. The more there are, the more changes of a page are copied at once, and the larger
 * the log grows. We run checkpoints ourselves, since nobody hears of a failed sync in SQLite's automatic ones.
 */
const MAX_STATEMENTS = 6000;
/** While the disk is full, the log must not outgrow the ballast. */
const MAX_WHEN_FULL = 500;
const MAX_WAITING = 1000;
/** How long a group waits for as many acts as the last one had. Those who wrote then are likely to write again. */
const GATHER_MS = 1;

export interface WriterParts {
  database: Database;
  snapshot: Snapshot;
  meter: DatabaseMeter;
  ballast: Ballast;
  guard: SyncGuard;
  isGone: () => boolean;
}

/**
 * The connection that writes. Acts run on it one at a time. Those of one turn of the event loop, or two, share a commit,
 * because the disk takes as long to keep one act as to keep fifty. Each but the first is a savepoint: if it fails, it is
 * rolled back alone.
 * Nobody hears that an act is done, and no reader sees it, before the commit is on disk.
 */
export class SqliteWriter {
  #statements: Statements;
  #sinceCheckpoint = 0;
  #isTaken = false;
  #waiting: (() => void)[] = [];
  #group: CommitGroup | undefined;
  #isScheduled = false;
  /** As many acts as the last group had, until this one has waited for them. */
  #expected = 0;

  constructor(private parts: WriterParts) {
    this.#statements = new Statements(parts.database);
  }

  /** Begins an act once it is its turn. It ends with keep() or undo(). */
  async begin(isFreeing: boolean): Promise<void> {
    await this.#takeTurn(isFreeing);
    try {
      if (!this.#group) await this.#open();
      if (this.#group!.beginAct()) this.run("savepoint act");
    } catch (error) {
      this.#settle();
      throw error;
    }
  }

  /** Ends an act. Resolves once it is on disk. */
  keep(): Promise<void> {
    this.#group!.requireWhole();
    if (this.#group!.inSavepoint) this.run("release act");
    this.#group!.late.keepAct();
    return this.#endAct();
  }

  /** Ends an act as if it had never begun. */
  undo(): void {
    this.#group!.late.dropAct();
    try {
      if (this.#group!.lost === undefined) this.#rollBackAct();
    } catch (error) {
      this.#lose(error);
    } finally {
      this.#settle();
    }
  }

  #rollBackAct() {
    if (!this.#group!.inSavepoint) return this.#commit();
    this.run("rollback to act");
    this.run("release act");
  }

  /** A single statement that is an act of its own. If it fails, SQLite undoes it, and nothing else. */
  async execute<R>(sql: string, parameters: readonly unknown[], isFreeing: boolean): Promise<Outcome<R>> {
    await this.#takeTurn(isFreeing);
    let outcome: Outcome<R>;
    try {
      if (!this.#group) await this.#open();
      this.#group!.beginAct();
      outcome = this.run<R>(sql, parameters);
    } catch (error) {
      this.#settle();
      throw error;
    }
    await this.#endAct();
    return outcome;
  }

  /** A statement that cannot be part of a transaction, such as a pragma. */
  async executeAlone<R>(sql: string, parameters: readonly unknown[], isFreeing: boolean): Promise<Outcome<R>> {
    await this.#takeTurn(isFreeing);
    try {
      this.#commit();
      return await this.#patiently<R>(sql, parameters);
    } finally {
      this.parts.snapshot.leave(); // it may be older than what this has committed
      this.#checkpoint();
      this.#passTurn();
    }
  }

  /** A statement of the current act. */
  run<R>(sql: string, parameters: readonly unknown[] = []): Outcome<R> {
    this.#group?.requireWhole();
    const startedAt = performance.now();
    this.#sinceCheckpoint++;
    try {
      return this.#statements.run<R>(sql, parameters);
    } catch (error) {
      throw this.#explain(error);
    } finally {
      this.parts.meter.add(startedAt, sql);
    }
  }

  /** Leaves a statement of the current act for the moment before the commit. No act may need what it changes. */
  runLate(late: Late): void {
    this.#group!.late.add(late);
  }

  /** One statement, run row by row: several times faster than long VALUES lists. */
  runMany(sql: string, rows: readonly (readonly unknown[])[]): void {
    for (const row of rows) this.run(sql, row);
  }

  async close(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    this.#commit();
    this.#statements.close();
  }

  async #takeTurn(isFreeing: boolean): Promise<void> {
    const { meter, guard, ballast } = this.parts;
    if (meter.waiting >= MAX_WAITING)
      throw new DomainError("unavailable", "Too many changes are waiting to be written; try again shortly.");
    if (this.#isTaken) {
      meter.waiting++;
      const startedAt = performance.now();
      await waitForTurn(new Promise<void>((resolve) => this.#waiting.push(resolve)));
      meter.waitedSeconds += (performance.now() - startedAt) / 1000;
      meter.waiting--;
    }
    this.#isTaken = true;
    meter.inUse = 1;
    try {
      guard.requireSound();
      if (!isFreeing) ballast.requireUnspent();
    } catch (error) {
      this.#passTurn();
      throw error;
    }
  }

  #passTurn() {
    const next = this.#waiting.shift();
    if (next) next();
    else {
      this.#isTaken = false;
      this.parts.meter.inUse = 0;
    }
  }

  async #open(): Promise<void> {
    this.parts.isGone();
    this.parts.guard.requireSound();
    await this.#patiently("begin immediate", []);
    this.#group = new CommitGroup();
  }

  #endAct(): Promise<void> {
    const act = Promise.withResolvers<void>();
    this.#group!.done.push(act);
    this.#settle();
    return waitForDatabase(act.promise);
  }

  /** After each act: commits now or at the end of the turn, and lets the next one begin. */
  #settle() {
    const group = this.#group;
    if (group && group.isFull) this.#commit();
    else if (group && !this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(this.#endTurn);
    }
    this.#passTurn();
  }

  #endTurn = () => {
    this.#isScheduled = false;
    const group = this.#group;
    if (!group) return;
    if (group.done.length < this.#expected) {
      this.#expected = 0;
      this.#isScheduled = true;
      setTimeout(this.#endTurn, GATHER_MS);
    } else if (!this.#isTaken) this.#commit();
    else group.isDue = true;
  };

  #commit() {
    const group = this.#group;
    if (!group) return;
    try {
      if (group.lost === undefined) this.#endTransaction(group.done.length > 0 ? "commit" : "rollback");
      for (const act of group.done) act.resolve();
    } catch (error) {
      this.#lose(error);
    }
    this.#expected = group.done.length;
    this.#group = undefined;
    this.#checkpoint();
  }

  #endTransaction(how: "commit" | "rollback") {
    this.parts.guard.requireSound();
    for (const { sql, parameters } of this.#group!.late) this.run(sql, parameters);
    // Our reader's snapshot would hide the commit from those who were just told of it.
    this.parts.snapshot.leave();
    this.run(how);
  }

  /** Nothing of the group will be kept, so all of its acts fail, those that are done included. */
  #lose(error: unknown) {
    const group = this.#group;
    if (!group || group.lost !== undefined) return;
    group.lost = error;
    for (const act of group.done) act.reject(error);
    group.done = [];
    try {
      if (this.parts.database.inTransaction) this.#statements.run("rollback", []);
    } catch {
      // A transaction that can be neither kept nor undone.
      this.parts.guard.fail("the database");
    }
  }

  /** Some errors, such as a full disk, make SQLite roll back the whole transaction. */
  #explain(error: unknown): unknown {
    const { database, meter, guard } = this.parts;
    const explained = isFailedSync(error) ? guard.fail("the database") : sqliteError(error, database, meter);
    if (this.#group && !database.inTransaction) this.#lose(explained);
    return explained;
  }

  /** Committed rows are durable in the log, whether they reach the file now or later. */
  #checkpoint() {
    if (this.#sinceCheckpoint < (this.parts.ballast.isSpent ? MAX_WHEN_FULL : MAX_STATEMENTS)) return;
    try {
      this.parts.snapshot.leave();
      this.run("pragma wal_checkpoint(passive)");
    } catch {
      // A failed sync is recorded by now. Anything else is retried.
    }
    this.#sinceCheckpoint = 0;
  }

  /**
   * Waits, without blocking this process, while another one holds the write lock. Only for statements that begin a
   * transaction or are one: if they did not get the lock, nothing has happened yet.
   */
  async #patiently<R>(sql: string, parameters: readonly unknown[]): Promise<Outcome<R>> {
    const until = performance.now() + WRITE_LOCK_MS;
    for (;;) {
      try {
        return this.run<R>(sql, parameters);
      } catch (error) {
        if (!(error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw error;
        if (performance.now() > until)
          throw new DomainError(
            "unavailable",
            "Another process has held the database for too long; try again shortly.",
          );
        await Bun.sleep(1 + Math.random() * MAX_RETRY_MS);
      }
    }
  }
}
