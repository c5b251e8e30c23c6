import type { User } from "../../entities/user.ts";
import { requireNotSuspended, requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { findUserBy } from "./find-user.ts";
import { requireRecentProof } from "./proof.ts";
import { allowReset } from "./reset-password.ts";
import { useForm } from "./use-form.ts";
import type { LinkRequest } from "./link-request.ts";

/** Returns the secret of a link that sets a new password, for people who cannot receive mail. */
export async function makeResetLink(
  ctx: Ctx,
  id: string,
  { proof, form }: LinkRequest = {},
): Promise<{ user: User; secret: string }> {
  requireFounder(ctx.actor);
  await requireRecentProof(ctx, proof);
  return inTransaction(ctx, async (tx) => {
    const user = await findUserBy(tx, id);
    requireNotSuspended(user, tx.now);
    if (form !== undefined) await useForm(tx, form);
    await recordAct(tx, { kind: "reset", user });
    return { user, secret: await allowReset(tx, user) };
  });
}
