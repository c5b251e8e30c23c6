/** One way to break a site, and what must happen then. */
export interface FaultCheck {
  name: string;
  /** What the check measures, and the limits. */
  goal: string;
  /** `say` reports progress. */
  run(say: (progress: string) => void): Promise<Outcome>;
}

export type Outcome =
  | {
      /** How many attempts. */
      amount: string;
      figure: string;
      ok: boolean;
    }
  | { skipped: string };

export const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** How long it took, in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}
