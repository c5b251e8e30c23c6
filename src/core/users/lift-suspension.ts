import { hasJob } from "../../data/jobs.ts";
import type { User } from "../../entities/user.ts";
import { findUser, updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isStaff, isSuspended } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { recordAct } from "../moderation/record-act.ts";
import { DELETE_ACCOUNT } from "./delete-own-account.ts";
import { findUserBy } from "./find-user.ts";
import { requireAbove } from "./suspend-user.ts";

/** Ends a suspension early, or one without an end date. */
export async function liftSuspension(ctx: Ctx, input: { user: string }): Promise<User> {
  if (!isStaff(ctx.actor)) throw new DomainError("not_allowed", message("error.staff-suspend"));
  return inTransaction(ctx, async (tx) => {
    const user = await findUserBy(tx, input.user);
    requireAbove(tx.actor, user);
    const name = user.username;
    if (!isSuspended(user, tx.now)) throw new DomainError("invalid", message("error.not-suspended", { name }));
    // A deleted account stays closed.
    if (await hasJob(tx.db, DELETE_ACCOUNT, user.id))
      throw new DomainError("invalid", message("error.account-going", { name }));
    await updateUser(tx.db, user.id, { suspendedAt: undefined, suspendedUntil: undefined, suspendedReason: "" });
    await recordAct(tx, { kind: "lift", user });
    return (await findUser(tx.db, user.id))!;
  });
}
