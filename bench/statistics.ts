/** The value below which this share of all values lies, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

export interface Spread {
  median: number;
  /** The quartiles: half of all rounds lie between them. */
  low: number;
  high: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  low: quantile(values, 0.25),
  high: quantile(values, 0.75),
});

/** Distance of the quartiles, as a share of the median. */
export const scatterOf = (values: readonly number[]): number => {
  const { median, low, high } = spreadOf(values);
  return median > 0 ? (high - low) / median : 0;
};
