import { countAccountsBetween, countMemesBetween, countRatingsByDay } from "../../data/history.ts";
import { DAY_MS, dayOf, PERIODS } from "../../data/periods.ts";
import type { EntityCache } from "../../data/cache.ts";
import type { Ctx } from "../ctx.ts";
import { makeId } from "../ids.ts";
import { monthsUntil } from "./months.ts";
import { readStats } from "./read-stats.ts";

const MONTHS = 12;
/** Days before today for which daily ratings are kept. */
const DAYS = PERIODS.at(-1)!.days;
const KEPT_MS = 60_000;
const ID_DIGITS = 18;

export interface Counted {
  /** Start of the month or day. */
  start: number;
  count: number;
}

export interface SiteHistory {
  /** Enabled memes, by month posted. */
  memes: Counted[];
  accounts: Counted[];
  /** Of enabled memes, by day. */
  ratings: Counted[];
}

interface CachedHistory {
  at: number;
  /** Number of public memes at that time. */
  memes: number;
  history: Promise<SiteHistory>;
}

const kept = new WeakMap<EntityCache, CachedHistory>();

/**
 * Activity of the site over time. Counting along indexes still takes a moment on a large site, so the answer is cached
 * for a minute, or until a meme is hidden or deleted. It holds nothing that depends on the caller.
 */
export async function readSiteHistory(ctx: Ctx): Promise<SiteHistory> {
  const { memes } = await readStats(ctx);
  const known = kept.get(ctx.cache);
  if (known && ctx.now - known.at < KEPT_MS && ctx.now >= known.at && memes >= known.memes) return known.history;
  const history = countHistory(ctx);
  kept.set(ctx.cache, { at: ctx.now, memes, history });
  // After a failure the next caller tries again.
  history.catch(() => kept.delete(ctx.cache));
  return history;
}

async function countHistory({ db, now }: Ctx): Promise<SiteHistory> {
  const { starts, end } = monthsUntil(now, MONTHS);
  const memes: Counted[] = [];
  const accounts: Counted[] = [];
  for (const [i, start] of starts.entries()) {
    const next = starts[i + 1] ?? end;
    memes.push({ start, count: await countMemesBetween(db, start, next) });
    accounts.push({ start, count: await countAccountsBetween(db, firstIdAt(start), firstIdAt(next)) });
    // On a large site, doing it all at once would hold up every other request.
    await Bun.sleep(0);
  }
  const byDay = await countRatingsByDay(db);
  const today = dayOf(now);
  const days = Array.from({ length: DAYS }, (_, i) => today - DAYS + 1 + i);
  const ratings = days.map((day) => ({ start: day * DAY_MS, count: byDay.get(day) ?? 0 }));
  return { memes, accounts, ratings };
}

/** Ids sort by time as text while all have the same length. Anything older comes before the first of those. */
const firstIdAt = (ms: number) => makeId(ms, 0, 0).padStart(ID_DIGITS, "0");
