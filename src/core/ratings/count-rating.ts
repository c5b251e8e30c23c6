import { countForSite } from "../../data/counters.ts";
import { countForMeme } from "../../data/memes.ts";
import { dayOf } from "../../data/periods.ts";
import type { MemeRow, RatingRow } from "../../data/schema.ts";
import * as standings from "../../data/standings.ts";
import type { Ctx } from "../ctx.ts";

type Given = Pick<RatingRow, "rating" | "created_at">;

/**
 * Puts everything right that counts ratings: the meme's own, its standings and its author's, the site's total. Inside
 * a transaction that has locked the meme.
 */
export async function countRating(
  { db }: Ctx,
  meme: MemeRow,
  { before, after }: { before?: Given; after?: Given },
): Promise<void> {
  const count = Number(!!after) - Number(!!before);
  await countForMeme(db, meme.id, { sum: (after?.rating ?? 0) - (before?.rating ?? 0), count });
  if (before) await take(db, meme, before);
  if (after) await add(db, meme, after);
  if (count !== 0) await countForSite(db, "ratings", count);
}

async function add(db: Ctx["db"], meme: MemeRow, given: Given) {
  const by = { sum: given.rating, count: 1 };
  const board = standings.boardOf(meme);
  await standings.addToPeriods(db, meme.id, board, ["all"], by);
  await standings.addToDay(db, meme.id, board, dayOf(given.created_at), by);
  if (!meme.disabled) await standings.addToDay(db, meme.author_id, "memers", dayOf(given.created_at), by);
}

async function take(db: Ctx["db"], meme: MemeRow, given: Given) {
  const by = { sum: given.rating, count: 1 };
  await standings.takeFromPeriods(db, meme.id, ["all"], by);
  await standings.takeFromDay(db, meme.id, dayOf(given.created_at), by);
  if (!meme.disabled) await standings.takeFromDay(db, meme.author_id, dayOf(given.created_at), by);
}
