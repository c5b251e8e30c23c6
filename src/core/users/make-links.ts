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
  /** Of whoever is at the website. */
  proof?: Proof;
  /** Of the form that was sent: it makes one link, however often it is sent. */
  form?: string | undefined;
}

/** The secret of a link with which one person makes an account. */
export async function invitePerson(ctx: Ctx, { days, proof, form }: { days: number } & Asking): Promise<string> {
  requireFounder(ctx.actor);
  await requireRecentProof(ctx, proof);
  return inTransaction(ctx, async (tx) => {
    if (form !== undefined) await useForm(tx, form);
    await recordAct(tx, { kind: "invite", note: String(days) });
    return makeInvite(tx, days * DAY_MS);
  });
}

/** The secret of a link with which this account gets a new password, for somebody who cannot be sent a mail. */
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
