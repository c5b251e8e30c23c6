const UNITS: [word: string, ms: number][] = [
  ["year", 365.25 * 86_400_000],
  ["month", (365.25 / 12) * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

const HOUR_MS = 3_600_000;

export interface Age {
  /** A number and a unit word: `5 seconds`, `1 minute`, `11 months`, `3 years`. */
  words: string;
  /** When the words change. */
  until: number;
  /** Less than an hour. */
  isYoung: boolean;
}

export function ageOf(then: number, now: number): Age {
  const age = Math.max(0, now - then);
  let at = 0;
  while (at < UNITS.length - 1 && age < UNITS[at]![1]) at++;
  const [word, ms] = UNITS[at]!;
  const count = Math.floor(age / ms);
  const larger = UNITS[at - 1]?.[1] ?? Infinity;
  return { words: counted(count, word), until: then + Math.min((count + 1) * ms, larger), isYoung: age < HOUR_MS };
}

export const timeAgo = (then: number, now: number) => ageOf(then, now).words;

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

export const isoOf = (ms: number) => new Date(ms).toISOString();
/** The day, as in `2026-11-01`. */
export const dateOf = (ms: number) => isoOf(ms).slice(0, 10);
export const epochSeconds = (ms: number) => Math.floor(ms / 1000);
