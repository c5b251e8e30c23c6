import { readCounters, type Counters } from "../../data/counters.ts";
import { AGES } from "../../entities/age.ts";
import { perObject } from "../../per-object.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";

export const siteCounters = ({ db, cache }: Ctx): Counters | Promise<Counters> =>
  cache.counters.find(readCounters, db, "all") as Counters | Promise<Counters>;

/** Stored totals: a few keyed rows, however large the site. */
export const readStats = (ctx: Ctx): Stats | Promise<Stats> => whenReady(siteCounters(ctx), statsOf);

const statsOf = perObject((totals: Counters) => ({
  memes: AGES.reduce((sum, age) => sum + totals[`memes:${age}`], 0),
  ratings: totals.ratings,
  websiteUsers: totals.users,
  uniqueMemers: totals.memers,
}));
export type Stats = ReturnType<typeof statsOf>;
