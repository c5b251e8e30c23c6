/** The beginnings of so many months in UTC, the last of which holds this moment; and where that one ends. */
export function monthsUntil(ms: number, count: number): { starts: number[]; end: number } {
  const at = new Date(ms);
  const start = (back: number) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1);
  return { starts: Array.from({ length: count }, (_, i) => start(count - 1 - i)), end: start(-1) };
}
