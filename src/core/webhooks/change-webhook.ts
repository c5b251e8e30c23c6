import { failWaiting } from "../../data/deliveries.ts";
import { updateWebhook } from "../../data/webhooks.ts";
import type { Webhook } from "../../entities/webhook.ts";
import { storeMessage } from "../../words/stored-message.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { findNow, skipTo } from "./begin-telling.ts";
import { findOwnWebhook, lockOwnWebhook, requireWebhooks } from "./own-webhook.ts";
import { checkWish, type WebhookWish } from "./webhook-wish.ts";

export interface WebhookChange extends Partial<WebhookWish> {
  id: string;
  enabled?: boolean | undefined;
}

/** Whatever is left out stays as it is. Nobody is told what happened while it was off. */
export async function changeWebhook(ctx: Ctx, { id, enabled, ...wish }: WebhookChange): Promise<Webhook> {
  requireMember(ctx.actor);
  requireWebhooks(ctx);
  await findOwnWebhook(ctx, id);
  const wished = await checkWish(ctx, wish);
  const after = await findNow(ctx);
  return inTransaction(ctx, async (tx) => {
    // Whoever queues deliveries locks in this order.
    if (enabled) await skipTo(tx, after);
    const before = await lockOwnWebhook(tx, id);
    const changed = { ...before, ...wished, ...switched(before, { enabled, now: tx.now, after }) };
    await updateWebhook(tx.db, changed);
    if (changed.disabledAt !== undefined) await failWaiting(tx.db, id, storeMessage(message("webhooks.was-off")));
    return changed;
  });
}

function switched(
  { disabledAt }: Webhook,
  { enabled, now, after }: { enabled: boolean | undefined; now: number; after: number },
): Partial<Webhook> {
  if (enabled === undefined || enabled === (disabledAt === undefined)) return {};
  return enabled ? { disabledAt: undefined, failures: 0, failingSince: undefined, after } : { disabledAt: now };
}
