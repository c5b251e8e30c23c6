import type { DatabaseMeter } from "./meter.ts";

const LOOK_MS = 1000;
/** How many looks count together. */
const LOOKS = 10;
/** In that time: what is read from the database, and what is found in memory. */
const MANY = 2000;
/** Our own jobs read less. One upload in a second reads more. */
const FEW = 200;

/** Jobs go on after a busy time, and leave something behind too. */
const TIMES = 2;

/**
 * Calls `rest` twice after each busy time, some looks apart, when hardly anybody asks for anything any more, and nobody
 * uploads anything at this moment. There is a wide gap between busy and quiet: a site at the border would rest again and
 * again.
 */
export function whenQuiet(meter: DatabaseMeter, rest: () => void, lookMs = LOOK_MS): Disposable {
  const readsOf = ({ queries, cacheHits }: DatabaseMeter) => queries + cacheHits;
  let before = readsOf(meter);
  const latest = Array<number>(LOOKS).fill(0);
  let [times, pause] = [0, 0];
  const look = () => {
    const reads = readsOf(meter) - before;
    before += reads;
    latest.shift();
    latest.push(reads);
    const sum = latest.reduce((all, one) => all + one, 0);
    if (sum >= MANY) [times, pause] = [TIMES, 0];
    if (times === 0 || sum >= FEW || reads >= FEW / LOOKS || pause-- > 0) return;
    times--;
    pause = LOOKS;
    rest();
  };
  const timer = setInterval(look, lookMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
