import type { User } from "../../entities/user.ts";
import { deleteSessions } from "../../data/sessions.ts";
import { findUser, lockUser, updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isStaff, isSuspended, standsAbove } from "../access.ts";
import { inFreeingTransaction, type Actor, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { recordAct } from "../moderation/record-act.ts";
import { cleanText } from "../text.ts";
import { requireAnotherFounder } from "./another-founder.ts";
import { findUserBy } from "./find-user.ts";

export const MAX_SUSPENSION_REASON = 500;

export interface Suspension {
  user: string;
  /** Shown to the person. Only the operator may leave it out. */
  reason?: string;
  /** Without one it lasts until lifted. */
  until?: number;
  /** Even the last founder. */
  force?: boolean;
}

/** A suspended account can do nothing, and is signed out everywhere. Its content stays. */
export async function suspendUser(ctx: Ctx, input: Suspension): Promise<User> {
  if (!isStaff(ctx.actor)) throw new DomainError("not_allowed", message("error.staff-suspend"));
  const min = ctx.actor.kind === "system" ? 0 : 1;
  const reason = cleanText("reason", (input.reason ?? "").trim(), { min, max: MAX_SUSPENSION_REASON });
  const { until } = input;
  if (until !== undefined && until <= ctx.now)
    throw new DomainError("invalid", message("error.suspension-past"), { field: "date" });
  return inFreeingTransaction(ctx, async (tx) => {
    const found = await findUserBy(tx, input.user);
    requireAbove(tx.actor, found);
    if (!input.force) await requireAnotherFounder(tx, found);
    // Takes a row lock, so that nobody deletes the account before the end: that would reopen it.
    const user = (await lockUser(tx.db, found.id)) ?? found;
    if (isSuspended(user, tx.now))
      throw new DomainError("invalid", message("error.suspended-already", { name: user.username }));
    await updateUser(tx.db, user.id, { suspendedAt: tx.now, suspendedUntil: until, suspendedReason: reason });
    await deleteSessions(tx.db, user.id, {});
    await recordAct(tx, { kind: "suspend", user, note: noteOf(reason, until) });
    return (await findUser(tx.db, user.id))!;
  });
}

export function requireAbove(actor: Actor, user: User): void {
  if (standsAbove(actor, user)) return;
  if (isSelf(actor, user)) throw new DomainError("invalid", message("error.suspend-yourself"));
  throw new DomainError("not_allowed", message("error.suspend-staff"));
}

const isSelf = (actor: Actor, { id }: User) => actor.kind === "member" && actor.user.id === id;

/** The log is read for years, so it gives the end as a date. */
const noteOf = (reason: string, until: number | undefined) =>
  [until === undefined ? undefined : `→ ${new Date(until).toISOString().slice(0, 16)}Z`, reason]
    .filter(Boolean)
    .join(" · ");
