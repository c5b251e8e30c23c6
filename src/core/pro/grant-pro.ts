import type { User } from "../../entities/user.ts";
import { message } from "../../words/messages.ts";
import { isPro, requireStaff } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { dayInNote, recordAct } from "../moderation/record-act.ts";
import { notifyPerson } from "../notifications/notify-person.ts";
import { writePerks } from "../users/change-perks.ts";
import { findUserBy, requireLockedUser } from "../users/find-user.ts";
import { extendPro, isEndless, MAX_MONTHS } from "./extend-pro.ts";

/** Adds months, or sets the end date. */
export type Grant = { user: string } & ({ months: number } | { until: number });

/**
 * Staff only. The recipient is notified, unless the operator at the command line grants it, who has no account to send
 * from.
 */
export async function grantPro(ctx: Ctx, input: Grant): Promise<User> {
  requireStaff(ctx.actor);
  if ("months" in input && !(Number.isInteger(input.months) && input.months >= 1 && input.months <= MAX_MONTHS))
    throw new DomainError("invalid", message("error.pro-months", { most: MAX_MONTHS }));
  if ("until" in input && input.until <= ctx.now) throw new DomainError("invalid", message("error.end-in-past"));
  return inTransaction(ctx, async (tx) => {
    const user = await requireLockedUser(tx, (await findUserBy(tx, input.user)).id);
    if ("months" in input && isEndless(user, tx.now))
      throw new DomainError("invalid", message("error.pro-endless", { name: user.username }));
    const after = await ("months" in input
      ? extendPro(tx, user, input.months)
      : writePerks(tx, user, { add: ["pro"], remove: [], until: input.until }));
    await recordAct(tx, { kind: "pro", user, note: `+pro ${dayInNote(after.proUntil!)}` });
    await notifyPerson(tx, user.id, message("pro.notice-granted", { date: { day: after.proUntil! } }));
    return after;
  });
}

/** Staff only. Takes effect at once; the chosen appearance is kept. */
export async function endPro(ctx: Ctx, input: { user: string }): Promise<User> {
  requireStaff(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const user = await requireLockedUser(tx, (await findUserBy(tx, input.user)).id);
    if (!isPro(user, tx.now)) throw new DomainError("invalid", message("error.not-pro", { name: user.username }));
    const after = await writePerks(tx, user, { add: [], remove: ["pro"] });
    await recordAct(tx, { kind: "pro", user, note: "−pro" });
    await notifyPerson(tx, user.id, message("pro.notice-ended"));
    return after;
  });
}
