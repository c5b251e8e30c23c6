import { PERIODS, type Period } from "../../data/periods.ts";
import type { User } from "../../entities/user.ts";
import { listBest } from "../../data/standings.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";

const MAX_MEMERS = 25;

export interface TopMemer {
  rank: number;
  user: User;
  /** Sum of the ratings their memes received in the period. */
  score: number;
}

/** The best of each period, from stored totals. */
export async function listTopMemers({ db }: Ctx): Promise<Record<Period, TopMemer[]>> {
  const boards = await Promise.all(PERIODS.map(({ name }) => listBest(db, name, "memers", MAX_MEMERS)));
  const users = await findUsers(
    db,
    boards.flat().map(({ subject }) => subject),
  );
  const ranked = boards.map((board) =>
    board
      .flatMap(({ subject, score }) => {
        const user = users.get(subject);
        return user ? [{ user, score }] : [];
      })
      .map((one, i) => ({ rank: i + 1, ...one })),
  );
  return Object.fromEntries(PERIODS.map(({ name }, i) => [name, ranked[i]!])) as Record<Period, TopMemer[]>;
}
