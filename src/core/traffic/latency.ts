/** Seconds; all that is quicker is counted together. */
const FIRST = 0.0001;
const TO_DOUBLE = 4;

/** Each takes in times up to a fifth longer than the one before, the last whatever is longer: half a minute and more. */
export const TIME_BUCKETS = 75;

/** Which bucket a time belongs to. On the way of every request: it makes nothing that has to be cleaned up. */
export function bucketOf(seconds: number): number {
  if (!(seconds > FIRST)) return 0;
  return Math.min(Math.ceil(Math.log2(seconds / FIRST) * TO_DOUBLE), TIME_BUCKETS - 1);
}

/** The longest time in a bucket, in seconds. */
const endOf = (bucket: number) => FIRST * 2 ** (bucket / TO_DOUBLE);

/**
 * The time that this share of all requests did not exceed, in seconds; undefined where there were none. Within its
 * bucket, and so right to within a fifth, wherever the requests were counted.
 */
export function percentile(times: ArrayLike<number>, share: number): number | undefined {
  let total = 0;
  for (let i = 0; i < times.length; i++) total += times[i]!;
  if (total === 0) return undefined;
  const rank = Math.max(1, Math.ceil(share * total));
  let below = 0;
  let bucket = 0;
  while (below + times[bucket]! < rank) below += times[bucket++]!;
  const within = (rank - below) / times[bucket]!;
  if (bucket === 0) return FIRST * within;
  return endOf(bucket - 1 + within);
}
