import { enqueueJob } from "../../data/jobs.ts";
import type { UserRow } from "../../data/schema.ts";
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

/** Or sets one, where there was none. Ends every session, and starts a new one for the caller. */
export async function changePassword(
  ctx: Ctx,
  { password, since, newPassword, ...browser }: Proof & { newPassword: string } & Browser,
): Promise<Started> {
  const user = await requireProof(ctx, { password, since });
  const password_hash = await hashPassword(cleanPassword(newPassword, user.username), ctx.passwordCost);
  return inTransaction(ctx, async (tx) => {
    await requireStillProven(tx, user);
    await updateUser(tx.db, user.id, { password_hash });
    await queueMail(tx, { kind: "password-changed", user });
    return startAnew(tx, user, browser);
  });
}

/**
 * Empty for none. A new address counts once its link is followed; until then the confirmed one stays. Links that were
 * sent before lead nowhere. What happens does not depend on whether another account has the address, and neither does
 * the time it takes. Returns whether the address waits for its link.
 */
export async function changeEmail(ctx: Ctx, input: Proof & { email: string }): Promise<boolean> {
  const user = await requireProof(ctx, input);
  const given = input.email.trim();
  const email = given === "" ? null : cleanEmail(given);
  return inTransaction(ctx, async (tx) => {
    await requireStillProven(tx, user);
    await deleteConfirmationsOf(tx.db, user.id);
    await deleteTicketsOf(tx.db, "resets", user.id);
    if (email === null) return removeEmail(tx, user);
    const isConfirmed = email.toLowerCase() === user.email?.toLowerCase();
    const claimed = isConfirmed ? null : email;
    await updateUser(tx.db, user.id, { new_email: claimed, new_email_key: claimed?.toLowerCase() ?? null });
    if (isConfirmed) return false;
    await askToConfirm(tx, user, email);
    if (user.email !== null) await queueMail(tx, { kind: "address-asked", user, address: user.email });
    return true;
  });
}

async function removeEmail(tx: Ctx, { id, email }: UserRow): Promise<false> {
  const none = { email: null, email_key: null, email_confirmed_at: null, new_email: null, new_email_key: null };
  await updateUser(tx.db, id, none);
  if (email !== null) await queueMail(tx, { kind: "address-removed", user: { id }, address: email });
  return false;
}

/** Shut at once, for good; all that it made is deleted by a job, however much it is. */
export async function deleteOwnAccount(ctx: Ctx, input: Proof): Promise<void> {
  const user = await requireProof(ctx, input);
  await inFreeingTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    await requireAnotherFounder(tx, user);
    await updateUser(db, user.id, { suspended_at: now, suspended_until: null, suspended_reason: "" });
    await deleteSessions(db, user.id, {});
    await enqueueJob(db, DELETE_ACCOUNT, user.id, now);
  });
}
