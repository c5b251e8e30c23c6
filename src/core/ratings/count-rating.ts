import { countForSite } from "../../data/counters.ts";
import { countForMeme } from "../../data/memes.ts";
import { dayOf } from "../../data/periods.ts";
import type { Rating } from "../../entities/rating.ts";
import type { Meme } from "../../entities/meme.ts";
import * as standings from "../../data/standings.ts";
import type { Ctx } from "../ctx.ts";

type Given = Pick<Rating, "value" | "createdAt">;

/**
 * Updates everything that counts ratings: the meme, its standings and its author's, the site's total. Runs inside a
 * transaction that has locked the meme.
 */
export async function countRating(
  { db }: Ctx,
  meme: Meme,
  { before, after }: { before?: Given; after?: Given },
): Promise<void> {
  const count = Number(!!after) - Number(!!before);
  await countForMeme(db, meme.id, { sum: (after?.value ?? 0) - (before?.value ?? 0), count });
  if (before) await take(db, meme, before);
  if (after) await add(db, meme, after);
  if (count !== 0) await countForSite(db, "ratings", count);
}

async function add(db: Ctx["db"], meme: Meme, given: Given) {
  const by = { sum: given.value, count: 1 };
  const board = standings.boardOf(meme);
  await standings.addToPeriods(db, meme.id, board, ["all"], by);
  await standings.addToDay(db, meme.id, board, dayOf(given.createdAt), by);
  if (!meme.disabled) await standings.addToDay(db, meme.authorId, "memers", dayOf(given.createdAt), by);
}

async function take(db: Ctx["db"], meme: Meme, given: Given) {
  const by = { sum: given.value, count: 1 };
  await standings.takeFromPeriods(db, meme.id, ["all"], by);
  await standings.takeFromDay(db, meme.id, dayOf(given.createdAt), by);
  if (!meme.disabled) await standings.takeFromDay(db, meme.authorId, dayOf(given.createdAt), by);
}
