import { findDelivery, hasWaiting, insertDeliveries, updateDelivery } from "../../data/deliveries.ts";
import { findEvent } from "../../data/events.ts";
import { wakeJob } from "../../data/jobs.ts";
import { updateWebhook } from "../../data/webhooks.ts";
import type { MemeEvent } from "../../entities/meme-event.ts";
import type { Delivery, Webhook } from "../../entities/webhook.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { lockOwnWebhook, requireWebhooks } from "./own-webhook.ts";

export const SEND_WEBHOOKS = "send-webhooks";
/** Whoever is further behind hears of nothing new until they have caught up. */
export const MAX_WAITING = 1000;

/** A message to send now; without an event, a test. */
export const newDelivery = ({ ids, now }: Ctx, { id }: Webhook, event?: MemeEvent): Delivery => ({
  id: ids.next(),
  webhookId: id,
  kind: event?.kind ?? "test",
  event: event?.number,
  memeId: event?.memeId,
  state: "waiting",
  tries: 0,
  status: undefined,
  error: undefined,
  createdAt: now,
  queuedAt: now,
  nextAt: now,
  triedAt: undefined,
});

/** Sends a message without a meme, to see whether it arrives. */
export async function testWebhook(ctx: Ctx, id: string): Promise<Delivery> {
  requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const hook = await lockReady(tx, id);
    const delivery = newDelivery(tx, hook);
    await insertDeliveries(tx.db, [delivery]);
    await sendNow(tx, hook);
    return delivery;
  });
}

/** Sends it again, whatever became of it. Receivers know it by its id. */
export async function replayDelivery(ctx: Ctx, { id, delivery }: { id: string; delivery: string }): Promise<Delivery> {
  requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    const hook = await lockReady(tx, id);
    const found = isId(delivery) ? await findDelivery(db, hook.id, delivery) : undefined;
    if (!found) throw new DomainError("not_found", message("webhooks.no-delivery"));
    if (found.event !== undefined && !(await findEvent(db, found.event)))
      throw new DomainError("invalid", message("webhooks.event-forgotten"));
    const again: Delivery = { ...found, state: "waiting", tries: 0, queuedAt: now, nextAt: now };
    await updateDelivery(db, again);
    await sendNow(tx, hook);
    return again;
  });
}

async function lockReady(tx: Ctx, id: string): Promise<Webhook> {
  requireWebhooks(tx);
  const hook = await lockOwnWebhook(tx, id);
  if (hook.disabledAt !== undefined) throw new DomainError("invalid", message("webhooks.turn-on-first"));
  if (await hasWaiting(tx.db, id, MAX_WAITING)) throw new DomainError("too_many", message("webhooks.many-waiting"));
  return hook;
}

/** Even if it has to wait after failures: somebody wants to see whether it works now. */
async function sendNow({ db, now }: Ctx, hook: Webhook): Promise<void> {
  if (hook.failures > 0) await updateWebhook(db, { ...hook, failures: 0 });
  await wakeJob(db, SEND_WEBHOOKS, hook.id, now);
}
