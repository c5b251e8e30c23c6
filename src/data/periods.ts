export const DAY_MS = 86_400_000;

/**
 * The periods that a day's ratings count in, from the shortest. Days are whole and in UTC: a period of n days is today
 * and the n days before it, so that it never holds less than its name says. `level` is what `rated_days.within` has to
 * be at least for a day to count.
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

/** What `rated_days.within` is for a day; 0 when no period counts it any more. */
export const levelOn = (day: number, today: number) => lastDays(today).filter((first) => day >= first).length;

/** Every meme is judged as if this had been said of it before: one rating of 5 is not better than a hundred of 4.9. */
export const PRIOR = { sum: 6, count: 2 };
