import { listMemeTimes } from "../../data/history.ts";
import type { User } from "../../entities/user.ts";
import { isAuthor } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { monthsUntil } from "../stats/months.ts";

const MONTHS = 12;
/** However much somebody posts, a profile costs no more than this. */
const MAX_MEMES = 5000;

export interface MonthOfUser {
  /** When it begins, in UTC. */
  start: number;
  /** Posted in it. */
  memes: number;
  /** That the memes posted in it have received. */
  ratings: number;
}

export interface UserHistory {
  /** The twelve months that end with the last in which there is something; none where there is nothing. */
  months: MonthOfUser[];
  /** Of all ratings that those memes received; undefined where there are none. */
  average: number | undefined;
}

/** What became of a person's memes over time: those that everyone may see; to the person himself, all. */
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
