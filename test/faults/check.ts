/** One way in which a site is broken, and what has to come of it. */
export interface FaultCheck {
  name: string;
  /** What is counted, and what it must be. */
  goal: string;
  /** `say` tells how far it is. */
  run(say: (progress: string) => void): Promise<Outcome>;
}

export type Outcome =
  | {
      /** How much was tried. */
      amount: string;
      figure: string;
      ok: boolean;
    }
  | { leftOut: string };

export const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Milliseconds that it took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}
