/** In seconds. Anything faster shares the first bucket. */
const FIRST = 0.0001;
const TO_DOUBLE = 4;

/** Each bucket reaches a fifth further than the one before. The last takes everything above half a minute. */
export const TIME_BUCKETS = 75;

/** Bucket index of a time. Every request comes through here, so it allocates nothing. */
export function bucketOf(seconds: number): number {
  if (!(seconds > FIRST)) return 0;
  return Math.min(Math.ceil(Math.log2(seconds / FIRST) * TO_DOUBLE), TIME_BUCKETS - 1);
}

/** Upper bound of a bucket, in seconds. */
const endOf = (bucket: number) => FIRST * 2 ** (bucket / TO_DOUBLE);

/**
 * The time in seconds that this share of requests did not exceed; undefined without requests. Interpolated within its
 * bucket, so it is right to within a fifth, wherever the requests were counted.
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
