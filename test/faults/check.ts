/** One way to break a site, and what must happen then. */
export type { Check as FaultCheck, Outcome } from "../run-checks.ts";

export const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** How long it took, in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}
