import { requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { makeInvite } from "./invite.ts";
import { requireRecentProof } from "./proof.ts";
import { useForm } from "./use-form.ts";
import type { LinkRequest } from "./link-request.ts";

const DAY_MS = 86_400_000;

/** Returns the secret of a link that lets one person create an account. */
export async function invitePerson(ctx: Ctx, { days, proof, form }: { days: number } & LinkRequest): Promise<string> {
  requireFounder(ctx.actor);
  await requireRecentProof(ctx, proof);
  return inTransaction(ctx, async (tx) => {
    if (form !== undefined) await useForm(tx, form);
    await recordAct(tx, { kind: "invite", note: String(days) });
    return makeInvite(tx, days * DAY_MS);
  });
}
