import { rotateSecret as rotate } from "../../data/webhooks.ts";
import { makeWebhookSecret } from "../../webhooks/sign-message.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { useForm } from "../users/use-form.ts";
import { lockOwnWebhook } from "./own-webhook.ts";

/** Long enough to replace it wherever it is used. */
const OVERLAP_MS = 24 * 3_600_000;

/** Returns the new secret. For a day, messages are signed with the old one too. `form` can be sent once. */
export async function rotateSecret(ctx: Ctx, id: string, form?: string): Promise<string> {
  requireMember(ctx.actor);
  const secret = makeWebhookSecret();
  await inTransaction(ctx, async (tx) => {
    const hook = await lockOwnWebhook(tx, id);
    if (form !== undefined) await useForm(tx, `${form} ${id}`);
    await rotate(tx.db, hook.id, secret, tx.now + OVERLAP_MS);
  });
  return secret;
}
