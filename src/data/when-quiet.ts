import type { DatabaseMeter } from "./meter.ts";

const LOOK_MS = 1000;
/** How many looks count together. */
const LOOKS = 10;
/** In that time: what is read from the database, and what is found in memory. */
const MANY = 2000;
/** Our own jobs read less. One upload in a second reads more. */
const FEW = 200;

/**
 * Calls `rest` once after each busy time, when hardly anybody asks for anything any more, and nobody uploads anything at
 * this moment. There is a wide gap between busy and quiet: a site at the border would rest again and again.
 */
export function whenQuiet(meter: DatabaseMeter, rest: () => void, lookMs = LOOK_MS): Disposable {
  const readsOf = ({ queries, cacheHits }: DatabaseMeter) => queries + cacheHits;
  let before = readsOf(meter);
  const latest = Array<number>(LOOKS).fill(0);
  let wasBusy = false;
  const look = () => {
    const reads = readsOf(meter) - before;
    before += reads;
    latest.shift();
    latest.push(reads);
    const sum = latest.reduce((all, one) => all + one, 0);
    if (sum >= MANY) wasBusy = true;
    if (!wasBusy || sum >= FEW || reads >= FEW / LOOKS) return;
    wasBusy = false;
    rest();
  };
  const timer = setInterval(look, lookMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
