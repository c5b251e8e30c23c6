import { deleteHandOffsOf } from "../../data/hand-offs.ts";
import { deleteIntegration } from "../../data/integrations.ts";
import { deleteSessions } from "../../data/sessions.ts";
import { message } from "../../words/messages.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requireProof, type Proof } from "../users/proof.ts";
import { requireOtherSignInMethod } from "../users/sign-in-methods.ts";

interface Unlinking {
  service: string;
  account: string;
  proof: Proof;
  /** The session that stays open. All others may have been opened with this very account. */
  session: string;
}

/** `services` are those configured now. The others cannot sign anyone in anyway. */
export async function unlinkAccount(
  ctx: Ctx,
  { service, account, proof, session }: Unlinking,
  services: readonly string[],
): Promise<void> {
  const { user } = await requireProof(ctx, proof);
  // NUL cannot be stored, so no such name exists.
  const isName = !`${service}${account}`.includes("\0");
  await inFreeingTransaction(ctx, async (tx) => {
    if (services.includes(service)) await requireOtherSignInMethod(tx, user, { service, account }, services);
    if (!isName || !(await deleteIntegration(tx.db, { userId: user.id, service, account })))
      throw new DomainError("not_found", message("error.not-linked"));
    await deleteSessions(tx.db, user.id, { except: session });
    await deleteHandOffsOf(tx.db, user.id);
  });
}
