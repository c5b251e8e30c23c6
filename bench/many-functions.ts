// A program that does nothing but run this many functions and make garbage, to show how long the collector holds
// everything up. Started by collector.ts.
import { quantile } from "./statistics.ts";

const [count, seconds] = process.argv.slice(2).map(Number) as [number, number];
const CALLS_TO_COMPILE = 300;
const CALLS_IN_TURN = 40;
/** Bytes of a turn. */
const GARBAGE = 30_000;
/** The few waits that are longer may be hiccups of the machine. */
const LONGEST = 20;

type Run = (it: Record<string, number>) => number;
const functions = Array.from(
  { length: count },
  (_, i) =>
    new Function(
      "it",
      `let sum = 0; for (const one of [it.a${i % 50}, it.b, it.c]) sum += one ?? 1; return [sum, it.d${i}, () => it.e].length + it.b`,
    ) as Run,
);
const it = { a1: 1, b: 2, c: 3 };
for (let call = 0; call < CALLS_TO_COMPILE; call++) for (const run of functions) run(it);

const waits: number[] = [];
const until = performance.now() + seconds * 1000;
let next = 0;
let garbage: Uint8Array | undefined;
for (let now = performance.now(); now < until;) {
  garbage = new Uint8Array(GARBAGE).fill(next);
  for (let call = 0; call < CALLS_IN_TURN; call++) functions[next++ % count]?.(it);
  await new Promise(setImmediate);
  waits.push(performance.now() - now);
  now = performance.now();
}
void garbage;
console.log(quantile(waits, Math.max(0, 1 - LONGEST / waits.length)));
