const UNITS: [word: string, ms: number][] = [
  ["year", 365.25 * 86_400_000],
  ["month", (365.25 / 12) * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** A number and a unit word: `5 seconds`, `1 minute`, `11 months`, `3 years`. */
export function timeAgo(then: number, now: number): string {
  const age = Math.max(0, now - then);
  for (const [word, ms] of UNITS) if (age >= ms) return counted(Math.floor(age / ms), word);
  return counted(Math.floor(age / 1000), "second");
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

export const isoOf = (ms: number) => new Date(ms).toISOString();
export const epochSeconds = (ms: number) => Math.floor(ms / 1000);
