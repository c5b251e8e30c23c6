import type { Database, Statement } from "bun:sqlite";

import type { DatabaseMeter } from "./meter.ts";
import { sqliteError } from "./sqlite-errors.ts";

const SNAPSHOT_MS = 2;

/**
 * All requests served in one turn of the event loop read one snapshot under one lock: taking the lock for each read
 * costs more than the read. They were all there when the turn began, so none misses anything it could know of. The
 * snapshot ends with the turn, after two milliseconds, and before any write of ours, so no checkpoint waits for it.
 * (The -shm file reveals commits without any lock. But mapping it means opening and closing it, and closing drops all
 * locks this process holds on it: the next process would believe itself alone and start the file over.)
 */
export class Snapshot {
  #begin: Statement;
  #commit: Statement;
  #version: Statement<{ data_version: number }, []>;
  #stamp: number | undefined;
  #at = 0;
  /** Taken for a request that came in this turn, so others that came in this turn may read it too. */
  #isOfTurn = false;
  #scheduled = false;

  constructor(
    private reader: Database,
    private meter: DatabaseMeter,
  ) {
    this.#begin = reader.query("begin");
    this.#commit = reader.query("commit");
    // Changes with every commit of any other connection, our own writer included.
    this.#version = reader.query("pragma data_version");
  }

  /**
   * Enters a snapshot for a request that came just now or, if it has waited for its turn, at `arrivedAt`. The number is
   * another one after every commit of anyone.
   */
  enter(arrivedAt?: number): number {
    const now = performance.now();
    const isShared = arrivedAt === undefined ? this.#isOfTurn : arrivedAt < this.#at;
    if (isShared && this.#stamp !== undefined && now < this.#at + SNAPSHOT_MS) return this.#stamp;
    this.#at = now;
    this.#isOfTurn = arrivedAt === undefined;
    return this.#take();
  }

  leave() {
    if (this.#stamp === undefined) return;
    this.#stamp = undefined;
    try {
      this.#commit.run();
    } catch (error) {
      // Nothing was written, so nothing is lost. The query that met the damage has reported it.
      if (this.reader.inTransaction) this.reader.run("rollback");
      sqliteError(error, this.reader, this.meter);
    }
  }

  #take(): number {
    this.leave();
    try {
      this.#begin.run();
      this.#stamp = 0; // from here on there is something to leave
      if (!this.#scheduled) setImmediate(this.#endTurn);
      this.#scheduled = true;
      return (this.#stamp = this.#version.get()!.data_version);
    } catch (error) {
      throw sqliteError(error, this.reader, this.meter);
    }
  }

  #endTurn = () => {
    this.#scheduled = false;
    this.leave();
  };
}
