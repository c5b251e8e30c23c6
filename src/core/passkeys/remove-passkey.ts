import { deletePasskey } from "../../data/passkeys.ts";
import { deleteSessions } from "../../data/sessions.ts";
import { message } from "../../words/messages.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requireProof, type Proof } from "../users/proof.ts";
import { requireOtherSignInMethod } from "../users/sign-in-methods.ts";
import { isPasskeyId } from "./format.ts";

export interface PasskeyRemoval extends Proof {
  id: string;
  /** The configured sign-in services. */
  services: readonly string[];
}

/** The browser keeps offering it, but it no longer works here, and sessions it may have opened end. */
export async function removePasskey(ctx: Ctx, { id, services, ...proof }: PasskeyRemoval): Promise<void> {
  const { user } = await requireProof(ctx, proof);
  await inFreeingTransaction(ctx, async (tx) => {
    await requireOtherSignInMethod(tx, user, { passkey: id }, services);
    if (!isPasskeyId(id) || !(await deletePasskey(tx.db, id, user.id)))
      throw new DomainError("not_found", message("error.no-passkey"));
    // Only this session stays open: the others may have been opened with this very passkey.
    await deleteSessions(tx.db, user.id, { except: proof.session });
  });
}
