import { addForSite } from "../../data/counters.ts";
import { insertEvent } from "../../data/events.ts";
import { countForMeme } from "../../data/memes.ts";
import { dayOf } from "../../data/periods.ts";
import type { Rating } from "../../entities/rating.ts";
import type { Meme } from "../../entities/meme.ts";
import * as standings from "../../data/standings.ts";
import { sortTagged } from "../../data/tags.ts";
import { sortMade } from "../../data/template-memes.ts";
import type { Ctx } from "../ctx.ts";

/** Its first 10 points doubled, which is worth 8 hours (docs/adr/0010-hot.md). */
const HOT = 20;
const pointsOf = (sum: number, count: number) => 10 + 2 * sum - 5 * count;

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
  const sum = (after?.value ?? 0) - (before?.value ?? 0);
  const isMade = await countForMeme(db, meme.id, { sum, count });
  await countStanding(db, { subject: meme.id, board: standings.boardOf(meme), allTime: true }, { before, after });
  if (!meme.disabled)
    await countStanding(db, { subject: meme.authorId, board: "memers", allTime: false }, { before, after });
  await sortTagged(db, meme);
  if (isMade) await sortMade(db, meme.id);
  const { rating } = meme;
  const isHot = pointsOf(rating.sum + sum, rating.total + count) >= HOT && pointsOf(rating.sum, rating.total) < HOT;
  if (isHot && !meme.disabled) await insertEvent(db, "hot", meme, [meme.caption]);
  if (count !== 0) await addForSite(db, "ratings", count);
}

interface Rated {
  /** Id of a meme or its author. */
  subject: string;
  board: standings.Board;
  allTime: boolean;
}

async function countStanding(db: Ctx["db"], rated: Rated, { before, after }: { before?: Given; after?: Given }) {
  const { subject, board, allTime } = rated;
  const day = after && dayOf(after.createdAt);
  if (before && after && dayOf(before.createdAt) === day)
    if (await standings.changeInDay(db, subject, day!, after.value - before.value, { allTime })) return;
  if (before) await standings.takeFromDay(db, subject, dayOf(before.createdAt), once(before), { allTime });
  if (after)
    await standings.addToDay(db, subject, board, dayOf(after.createdAt), once(after), {
      since: after.createdAt,
      allTime,
    });
}

const once = ({ value }: Given) => ({ sum: value, count: 1 });
