import type { Database } from "bun:sqlite";

import type { DatabaseMeter } from "./meter.ts";

const LOOK_MS = 10_000;
/** Between two looks. Our own jobs make fewer. */
const FEW_QUERIES = 200;

/**
 * Gives back the pages that SQLite keeps, up to 8 MB a connection, once hardly anybody asks for them. The operating
 * system keeps the file in memory anyway, so the next queries take microseconds longer.
 */
export function shrinkWhenQuiet(databases: readonly Database[], meter: DatabaseMeter, lookMs = LOOK_MS): Disposable {
  let before = meter.queries;
  let isShrunk = true;
  const look = () => {
    const isQuiet = meter.queries - before < FEW_QUERIES;
    before = meter.queries;
    if (isQuiet && !isShrunk) for (const database of databases) database.run("pragma shrink_memory");
    isShrunk = isQuiet;
  };
  const timer = setInterval(look, lookMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
