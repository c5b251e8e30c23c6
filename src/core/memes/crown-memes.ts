import { findBestOfDay, updateWonDay } from "../../data/days.ts";
import { dayOf } from "../../data/periods.ts";
import { readFact, writeFact } from "../../data/site.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

/** The last day that has been decided, with a winner or without. */
const DECIDED = "last_day_decided";
/** A site that was away for longer starts over. */
const MAX_DAYS = 7;

/**
 * Chooses the meme of each day that has ended since the last time. A day is decided once: if its meme is hidden or
 * deleted later, no other takes its place.
 */
export async function crownMemes(ctx: Ctx): Promise<void> {
  requireOperator(ctx.actor);
  const today = dayOf(ctx.now);
  const decided = await lastDecided(ctx.db);
  for (let day = Math.max(decided + 1, today - MAX_DAYS); day < today; day++)
    await inTransaction(ctx, ({ db }) => decideDay(db, day));
}

async function decideDay(db: Ctx["db"], day: number): Promise<void> {
  // Another node may have been faster.
  if ((await lastDecided(db)) >= day) return;
  const best = await findBestOfDay(db, day);
  if (best) await updateWonDay(db, best, day);
  await writeFact(db, DECIDED, String(day));
}

const lastDecided = async (db: Ctx["db"]) => Number((await readFact(db, DECIDED)) ?? 0);
