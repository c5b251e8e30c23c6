import type { DatabaseMeter } from "./meter.ts";

const LOOK_MS = 10_000;
/** Between two looks: what is read from the database, and what is found in memory. */
const MANY = 2000;
/** Our own jobs read less. */
const FEW = 200;

/**
 * Calls `rest` once after each busy time, when hardly anybody asks for anything any more. There is a wide gap between
 * busy and quiet: a site at the border would rest again and again.
 */
export function whenQuiet(meter: DatabaseMeter, rest: () => void, lookMs = LOOK_MS): Disposable {
  const readsOf = ({ queries, cacheHits }: DatabaseMeter) => queries + cacheHits;
  let before = readsOf(meter);
  let wasBusy = false;
  const look = () => {
    const reads = readsOf(meter) - before;
    before += reads;
    if (reads >= MANY) wasBusy = true;
    if (!wasBusy || reads >= FEW) return;
    wasBusy = false;
    rest();
  };
  const timer = setInterval(look, lookMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
