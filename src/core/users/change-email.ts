import type { User } from "../../entities/user.ts";
import { deleteConfirmationsOf } from "../../data/confirmations.ts";
import { deleteTicketsOf } from "../../data/tickets.ts";
import { updateUser } from "../../data/users.ts";
import { deleteWeeklyMail } from "../../data/weekly-mails.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { askToConfirm } from "./confirm-email.ts";
import { cleanEmail } from "./email.ts";
import { requireProof, requireStillProven, type Proof } from "./proof.ts";

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
  await deleteWeeklyMail(tx.db, id);
  if (email !== undefined) await queueMail(tx, { kind: "address-removed", user: { id }, address: email });
  return false;
}
