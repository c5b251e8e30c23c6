import { LateStatements } from "./late-statements.ts";

/** A group is committed at the end of the turn of the event loop, and earlier if it is as large or as old as this. */
const MAX_ACTS = 64;
const MAX_GROUP_MS = 50;

/** Acts that share one commit. */
export class CommitGroup {
  readonly late = new LateStatements();
  /** Acts that are done and wait for the commit. */
  done: PromiseWithResolvers<void>[] = [];
  isDue = false;
  /** Whether the current act is a savepoint. */
  inSavepoint = false;
  #hasBegun = false;
  /** Why SQLite has rolled back all of it. */
  lost: unknown;
  readonly #startedAt = performance.now();

  /**
   * Returns whether the act needs a savepoint. The first one does not: if it fails, nothing else is lost. Within a
   * savepoint SQLite copies each page it changes, and an act of many statements takes ever longer.
   */
  beginAct(): boolean {
    this.inSavepoint = this.#hasBegun;
    this.#hasBegun = true;
    return this.inSavepoint;
  }

  /** An act may ignore that it was rolled back. The rest of it would be kept alone, and all of it acknowledged. */
  requireWhole(): void {
    if (this.lost !== undefined) throw this.lost;
  }

  get isFull(): boolean {
    const { isDue, lost, done } = this;
    return isDue || lost !== undefined || done.length >= MAX_ACTS || performance.now() - this.#startedAt > MAX_GROUP_MS;
  }
}
