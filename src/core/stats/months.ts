/** Starts of the last `count` months in UTC, up to the one that contains `ms`, and the end of that one. */
export function monthsUntil(ms: number, count: number): { starts: number[]; end: number } {
  const at = new Date(ms);
  const start = (back: number) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1);
  return { starts: Array.from({ length: count }, (_, i) => start(count - 1 - i)), end: start(-1) };
}
