import { PERIODS, type Period } from "../../data/periods.ts";
import type { User } from "../../entities/user.ts";
import { listBestMemers } from "../../data/scores.ts";
import { isBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { withUsers } from "../users/read-users.ts";

const MAX_MEMERS = 25;

export interface TopMemer {
  rank: number;
  user: User;
  /** Sum of the ratings their memes received in the period. */
  score: number;
}

/** The best of each period, from stored totals. */
export async function listTopMemers(ctx: Ctx): Promise<Record<Period, TopMemer[]>> {
  const boards = await Promise.all(
    PERIODS.map(async ({ name }) => {
      const memers = await withUsers(
        ctx,
        await listBestMemers(ctx.db, name, MAX_MEMERS),
        ({ subject }) => subject,
        ({ score }, user) => ({ user, score }),
      );
      const ranked = memers.map((one, i) => ({ rank: i + 1, ...one }));
      return [name, ranked.filter(({ user }) => !isBlocked(ctx.actor, user.id))];
    }),
  );
  return Object.fromEntries(boards) as Record<Period, TopMemer[]>;
}
