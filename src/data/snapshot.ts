import type { Database, Statement } from "bun:sqlite";

import type { DatabaseMeter } from "./meter.ts";
import { sqliteError } from "./sqlite-errors.ts";

const SNAPSHOT_MS = 1;

/**
 * Requests that are served in one turn of the event loop read one state under one lock: taking the lock for each look
 * costs more than the look. All of them were there when the turn began, so none misses what it could know of. The state
 * ends with the turn, after a millisecond, and before anything that is written here: no checkpoint waits for it.
 *
 * (The file -shm tells of a commit without any lock. But to map it is to open and close it, and closing takes away all
 * locks that this process has on it: the next process to come would believe itself alone and begin the file anew.)
 */
export class Snapshot {
  #begin: Statement;
  #commit: Statement;
  #version: Statement<{ data_version: number }, []>;
  #stamp: number | undefined;
  #until = 0;
  #scheduled = false;

  constructor(
    private reader: Database,
    private meter: DatabaseMeter,
  ) {
    this.#begin = reader.query("begin");
    this.#commit = reader.query("commit");
    // Changes with every commit of any other connection: our own writer's as well as those of another process.
    this.#version = reader.query("pragma data_version");
  }

  stamp(): number {
    const now = performance.now();
    if (this.#stamp !== undefined && now < this.#until) return this.#stamp;
    this.#until = now + SNAPSHOT_MS;
    return this.#enter();
  }

  leave() {
    if (this.#stamp === undefined) return;
    this.#stamp = undefined;
    this.#commit.run();
  }

  #enter(): number {
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
