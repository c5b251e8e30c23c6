import { lockUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requireProof, type Proof } from "./proof.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";

/** Only for accounts without a password: otherwise they would be ten more passwords. */
export async function makeRecoveryCodes(ctx: Ctx, proof: Proof): Promise<string[]> {
  const { user } = await requireProof(ctx, proof);
  return inTransaction(ctx, async (tx) => {
    if ((await lockUser(tx.db, user.id))?.hasPassword !== false)
      throw new DomainError("invalid", message("error.codes-without-password"));
    return replaceRecoveryCodes(tx, user);
  });
}
