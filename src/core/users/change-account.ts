import { enqueueJob } from "../../data/jobs.ts";
import type { User } from "../../entities/user.ts";
import { deleteSessions } from "../../data/sessions.ts";
import { deleteConfirmationsOf } from "../../data/confirmations.ts";
import { deleteTicketsOf } from "../../data/tickets.ts";
import { updateUser } from "../../data/users.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { startAnew, type Browser, type Started } from "../sessions/start.ts";
import { requireAnotherFounder } from "./another-founder.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { askToConfirm } from "./confirm-email.ts";
import { cleanEmail } from "./email.ts";
import { cleanPassword, hashPassword } from "./password.ts";
import { requireProof, requireStillProven, type Proof } from "./proof.ts";

export const DELETE_ACCOUNT = "delete-account";

/** Also sets a first password. Ends every session and starts a new one for the caller. */
export async function changePassword(
  ctx: Ctx,
  { password, since, newPassword, ...browser }: Proof & { newPassword: string } & Browser,
): Promise<Started> {
  const proven = await requireProof(ctx, { password, since });
  const { user } = proven;
  const passwordHash = await hashPassword(cleanPassword(newPassword, user.username), ctx.passwordCost);
  return inTransaction(ctx, async (tx) => {
    await requireStillProven(tx, proven);
    await updateUser(tx.db, user.id, { passwordHash });
    await queueMail(tx, { kind: "password-changed", user });
    return startAnew(tx, user, browser);
  });
}

/**
 * Empty for none. A new address counts once its link is followed; until then the confirmed one stays. Earlier links
 * stop working. Behaviour and timing do not depend on whether another account has the address. Returns whether the
 * address waits for its link.
 */
export async function changeEmail(ctx: Ctx, input: Proof & { email: string }): Promise<boolean> {
  const proven = await requireProof(ctx, input);
  const { user } = proven;
  const given = input.email.trim();
  const email = given === "" ? undefined : cleanEmail(given);
  return inTransaction(ctx, async (tx) => {
    await requireStillProven(tx, proven);
    await deleteConfirmationsOf(tx.db, user.id);
    await deleteTicketsOf(tx.db, "resets", user.id);
    if (email === undefined) return removeEmail(tx, user);
    const isConfirmed = email.toLowerCase() === user.email?.toLowerCase();
    await updateUser(tx.db, user.id, { newEmail: isConfirmed ? undefined : email });
    if (isConfirmed) return false;
    await askToConfirm(tx, user, email);
    if (user.email !== undefined) await queueMail(tx, { kind: "address-asked", user, address: user.email });
    return true;
  });
}

async function removeEmail(tx: Ctx, { id, email }: User): Promise<false> {
  await updateUser(tx.db, id, { email: undefined, emailConfirmedAt: undefined, newEmail: undefined });
  if (email !== undefined) await queueMail(tx, { kind: "address-removed", user: { id }, address: email });
  return false;
}

/** Closes the account at once, permanently. A job deletes its content, however much there is. */
export async function deleteOwnAccount(ctx: Ctx, input: Proof): Promise<void> {
  const { user } = await requireProof(ctx, input);
  await inFreeingTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    await requireAnotherFounder(tx, user);
    await updateUser(db, user.id, { suspendedAt: now, suspendedUntil: undefined, suspendedReason: "" });
    await deleteSessions(db, user.id, {});
    await enqueueJob(db, DELETE_ACCOUNT, user.id, now);
  });
}
