import { AsyncLocalStorage } from "node:async_hooks";

import type { Trace } from "./tracing/trace.ts";

/** What one request has waited for, in milliseconds. Its log line and its trace tell. */
export interface TimeSpent {
  readonly requestId: string;
  readonly trace?: Trace | undefined;
  databaseMs: number;
  /** Waiting for its turn: in a lane, for a connection, to write, for a worker. */
  queueMs: number;
}

const current = new AsyncLocalStorage<TimeSpent>();

/** Everything that `work` begins counts for this request. */
export const spending = <S extends TimeSpent, T>(spent: S, work: (spent: S) => T): T => current.run(spent, work, spent);

/** The request on whose behalf this code runs; undefined in a job, and if nobody wants to know. */
export const currentSpent = (): TimeSpent | undefined => current.getStore();

/**
 * Counts the wait for work that several requests share, whoever began it. Where that was this request, its statements
 * have counted already.
 */
export const waitForDatabase = <T>(work: Promise<T>): Promise<T> => waitFor(work, "databaseMs");

/** Counts the wait for a turn. */
export const waitForTurn = <T>(turn: Promise<T>): Promise<T> => waitFor(turn, "queueMs");

type Where = "databaseMs" | "queueMs";

function waitFor<T>(work: Promise<T>, where: Where): Promise<T> {
  const spent = current.getStore();
  return spent ? measured(spent, work, where) : work;
}

async function measured<T>(spent: TimeSpent, work: Promise<T>, where: Where): Promise<T> {
  const before = spent[where];
  const startedAt = performance.now();
  try {
    return await work;
  } finally {
    spent[where] = Math.max(spent[where], before + performance.now() - startedAt);
  }
}
