import type { User } from "../../entities/user.ts";
import { isPro } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { writePerks } from "../users/change-perks.ts";
import { addMonths } from "./months.ts";

/** Maximum per grant. */
export const MAX_MONTHS = 120;

/** Pro without an end date cannot get longer. */
export const isEndless = (user: Pick<User, "proSince" | "proUntil">, now: number) =>
  isPro(user, now) && user.proUntil === undefined;

/** Many programs cannot parse years of five digits. */
const LAST = Date.UTC(9999, 11, 31);

/** Adds to a running period, or begins now. The account is locked. */
export function extendPro(tx: Ctx, user: User, months: number): Promise<User> {
  const until = Math.min(LAST, addMonths(isPro(user, tx.now) ? user.proUntil! : tx.now, months));
  return writePerks(tx, user, { add: ["pro"], remove: [], until });
}
