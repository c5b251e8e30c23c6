import type { User } from "../../entities/user.ts";
import { requireNotSuspended, requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { findUserBy } from "./find-user.ts";
import { makeInvite } from "./invite.ts";
import { requireRecentProof, type Proof } from "./proof.ts";
import { allowReset } from "./reset-password.ts";
import { useForm } from "./use-form.ts";

const DAY_MS = 86_400_000;

interface Asking {
  /** Required on the website. */
  proof?: Proof;
  /** Makes the form idempotent: it creates one link, however often it is sent. */
  form?: string | undefined;
}

/** Returns the secret of a link that lets one person create an account. */
export async function invitePerson(ctx: Ctx, { days, proof, form }: { days: number } & Asking): Promise<string> {
  requireFounder(ctx.actor);
  await requireRecentProof(ctx, proof);
  return inTransaction(ctx, async (tx) => {
    if (form !== undefined) await useForm(tx, form);
    await recordAct(tx, { kind: "invite", note: String(days) });
    return makeInvite(tx, days * DAY_MS);
  });
}

/** Returns the secret of a link that sets a new password, for people who cannot receive mail. */
export async function makeReset(
  ctx: Ctx,
  id: string,
  { proof, form }: Asking = {},
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
