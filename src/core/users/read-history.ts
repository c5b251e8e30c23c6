import { listMemeTimes } from "../../data/history.ts";
import type { User } from "../../entities/user.ts";
import { isAuthor } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { monthsUntil } from "../stats/months.ts";

const MONTHS = 12;
/** However much somebody posts, a profile costs no more than this. */
const MAX_MEMES = 5000;

export interface MonthOfUser {
  /** Start of the month in UTC. */
  start: number;
  /** Memes posted in this month. */
  memes: number;
  /** Ratings those memes have received. */
  ratings: number;
}

export interface UserHistory {
  /** The twelve months up to the last one with a meme; empty without memes. */
  months: MonthOfUser[];
  /** Over all ratings of those memes; undefined without ratings. */
  average: number | undefined;
}

/** A person's memes over time: the public ones, or all of them for the author. */
export async function readUserHistory(ctx: Ctx, user: User): Promise<UserHistory> {
  const all = isAuthor(ctx.actor, { authorId: user.id });
  const memes = await listMemeTimes(ctx.db, user.id, all, MAX_MEMES);
  const newest = memes[0];
  if (!newest) return { months: [], average: undefined };
  const months = monthsUntil(newest.createdAt, MONTHS).starts.map((start) => ({ start, memes: 0, ratings: 0 }));
  let [sum, count] = [0, 0];
  for (const { createdAt, rating } of memes) {
    sum += rating.sum;
    count += rating.total;
    const month = months.findLast(({ start }) => start <= createdAt);
    if (!month) continue;
    month.memes++;
    month.ratings += rating.total;
  }
  return { months, average: count === 0 ? undefined : sum / count };
}
