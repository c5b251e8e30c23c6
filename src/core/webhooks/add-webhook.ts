import { insertWebhook, listWebhooksOf } from "../../data/webhooks.ts";
import type { Webhook } from "../../entities/webhook.ts";
import { DomainError } from "../../errors.ts";
import { makeWebhookSecret } from "../../webhooks/sign-message.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { requireLockedUser } from "../users/find-user.ts";
import { useForm } from "../users/use-form.ts";
import { findNow, skipTo } from "./begin-telling.ts";
import { requireWebhooks } from "./own-webhook.ts";
import { checkWish, type WebhookWish } from "./webhook-wish.ts";

export const MAX_WEBHOOKS = 10;

/** The secret is shown this once. `form` makes a form idempotent: it adds one webhook, however often it is sent. */
export async function addWebhook(
  ctx: Ctx,
  wish: WebhookWish,
  form?: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const { user } = requireMember(ctx.actor);
  requireWebhooks(ctx);
  const { url, kinds, age, tag, authorId } = await checkWish(ctx, wish);
  const after = await findNow(ctx);
  const secret = makeWebhookSecret();
  return inTransaction(ctx, async (tx) => {
    const { db, ids, now } = tx;
    await requireLockedUser(tx, user.id);
    if (form !== undefined) await useForm(tx, `${form} ${url}`);
    if ((await listWebhooksOf(db, user.id)).length >= MAX_WEBHOOKS)
      throw new DomainError("invalid", message("webhooks.too-many", { most: MAX_WEBHOOKS }));
    await skipTo(tx, after);
    const webhook: Webhook = {
      id: ids.next(),
      userId: user.id,
      url: url!,
      kinds: kinds!,
      age: age!,
      tag,
      authorId,
      after,
      createdAt: now,
      failures: 0,
      failingSince: undefined,
      disabledAt: undefined,
      oldSecretUntil: undefined,
    };
    await insertWebhook(db, webhook, secret);
    return { webhook, secret };
  });
}
