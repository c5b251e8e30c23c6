import { AGES, readCounters } from "../../data/counters.ts";
import type { Ctx } from "../ctx.ts";

/** Kept totals: a few keyed rows, however large the site. */
export async function readStats({ db }: Ctx) {
  const totals = await readCounters(db);
  return {
    memes: AGES.reduce((sum, age) => sum + totals[`memes:${age}`], 0),
    ratings: totals.ratings,
    websiteUsers: totals.users,
    uniqueMemers: totals.memers,
  };
}
export type Stats = Awaited<ReturnType<typeof readStats>>;
