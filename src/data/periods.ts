export const DAY_MS = 86_400_000;

/**
 * The periods a day's ratings count in, shortest first. Days are whole UTC days. A period of n days is today and the n
 * days before it, so that it never covers less than its name says. A day counts if its `rated_days.within` is at least
 * `level`.
 */
export const PERIODS = [
  { name: "1d", days: 1, level: 3 },
  { name: "7d", days: 7, level: 2 },
  { name: "1mo", days: 30, level: 1 },
] as const;

export type Period = (typeof PERIODS)[number]["name"];

export const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

/** The first day of each period. */
export const lastDays = (today: number) => PERIODS.map(({ days }) => today - days) as [number, number, number];

/** The value of `rated_days.within` for a day; 0 if no period counts it any more. */
export const levelOn = (day: number, today: number) => lastDays(today).filter((first) => day >= first).length;

/** Every meme starts with these ratings, so that a single 5 does not beat a hundred ratings of 4.9. */
export const PRIOR = { sum: 6, count: 2 };
