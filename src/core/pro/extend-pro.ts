import type { User } from "../../entities/user.ts";
import { isPro } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { writePerks } from "../users/change-perks.ts";
import { addMonths } from "./months.ts";

/** The longest that is given at once. */
export const MAX_MONTHS = 120;

/** What has no end cannot get longer. */
export const isEndless = (user: User, now: number) => isPro(user, now) && user.proUntil === undefined;

/** Years of five digits are not what programs take for a date. */
const LAST = Date.UTC(9999, 11, 31);

/** Of a locked account: adds to what is running, or begins now. */
export function extendPro(tx: Ctx, user: User, months: number): Promise<User> {
  const until = Math.min(LAST, addMonths(isPro(user, tx.now) ? user.proUntil! : tx.now, months));
  return writePerks(tx, user, { add: ["pro"], remove: [], until });
}
