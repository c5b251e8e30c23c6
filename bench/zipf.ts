/** As in the YCSB benchmarks: of 100,000 memes, the most popular thousand get 60 % of the requests. */
const SKEW = 0.99;

/** Draws ranks from 0 up to `count`, rank r with a weight of 1 / (r + 1) ** skew. */
export function zipf(count: number, random: () => number = Math.random, skew = SKEW): () => number {
  const reached = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) reached[rank] = sum += (rank + 1) ** -skew;
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (reached[middle]! > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** The same order in every run, and unlike the order in the database: popular memes are not neighbours. */
export function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items];
  let state = 1;
  for (let last = mixed.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}

/** Looks like the id of a meme. */
export const idOf = (i: number) => String(1_000_000_000_000_000_000n + BigInt(i) * 7919n);

/** What the servers written by hand send with it. */
export const etagOf = (id: string) => `W/"${id}"`;
