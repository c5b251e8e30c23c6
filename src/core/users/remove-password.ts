import { deleteTicketsOf } from "../../data/tickets.ts";
import { updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { requireProof, requireStillProven, type Proof } from "./proof.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { requireOtherSignInMethod } from "./sign-in-methods.ts";

/** Returns recovery codes for people who lose every other way in. Reset links stop working. */
export async function removePassword(
  ctx: Ctx,
  { services, ...proof }: Proof & { services: readonly string[] },
): Promise<string[]> {
  const proven = await requireProof(ctx, proof);
  const { user } = proven;
  if (!user.hasPassword) throw new DomainError("invalid", message("error.no-password"));
  return inTransaction(ctx, async (tx) => {
    await requireStillProven(tx, proven);
    await requireOtherSignInMethod(tx, user, "password", services);
    await updateUser(tx.db, user.id, { passwordHash: undefined });
    await deleteTicketsOf(tx.db, "resets", user.id);
    await queueMail(tx, { kind: "password-removed", user });
    return replaceRecoveryCodes(tx, user);
  });
}
