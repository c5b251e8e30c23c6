const UNITS: [word: string, ms: number][] = [
  ["year", 365.25 * 86_400_000],
  ["month", (365.25 / 12) * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

const HOUR_MS = 3_600_000;

/** By unit and count. There are few, and nearly every answer shows some. */
const known: Words[][] = UNITS.map(() => []);

interface Words {
  /** A number and a unit word: `5 seconds`, `1 minute`, `11 months`, `3 years`. */
  words: string;
  /** Part of an ETag. Nothing in the first hour, when the words change every second or minute. */
  tag: string;
}

export interface Age extends Words {
  /** When the words change. */
  until: number;
}

export function ageOf(then: number, now: number): Age {
  const age = Math.max(0, now - then);
  let at = 0;
  while (at < UNITS.length - 1 && age < UNITS[at]![1]) at++;
  const [word, ms] = UNITS[at]!;
  const count = Math.floor(age / ms);
  const { words, tag } = (known[at]![count] ??= {
    words: `${count} ${word}${count === 1 ? "" : "s"}`,
    tag: ms < HOUR_MS ? "" : count + word,
  });
  const larger = UNITS[at - 1]?.[1] ?? Infinity;
  return { words, tag, until: then + Math.min((count + 1) * ms, larger) };
}

export const timeAgo = (then: number, now: number) => ageOf(then, now).words;

export const isoOf = (ms: number) => new Date(ms).toISOString();
/** The day, as in `2026-11-01`. */
export const dateOf = (ms: number) => isoOf(ms).slice(0, 10);
export const epochSeconds = (ms: number) => Math.floor(ms / 1000);
