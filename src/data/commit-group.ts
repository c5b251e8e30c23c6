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
  /** An act has begun, so the next one must not take it along if it fails. */
  hasBegun = false;
  /** Why SQLite has rolled back all of it. */
  lost: unknown;
  readonly #startedAt = performance.now();

  get isFull(): boolean {
    const { isDue, lost, done } = this;
    return isDue || lost !== undefined || done.length >= MAX_ACTS || performance.now() - this.#startedAt > MAX_GROUP_MS;
  }
}
