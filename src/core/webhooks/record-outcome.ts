import { failWaiting, findNextDelivery, trimDeliveries, updateDelivery } from "../../data/deliveries.ts";
import { lockWebhook, updateWebhook } from "../../data/webhooks.ts";
import type { Delivery, Webhook } from "../../entities/webhook.ts";
import { message, type Message } from "../../words/messages.ts";
import { storeMessage } from "../../words/stored-message.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { KEPT_DELIVERIES } from "./list-webhooks.ts";

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
/** Pauses before the second attempt and later ones, as the specification recommends. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
/** After so long without a single success, nobody is there any more. */
const GIVE_UP_MS = 5 * 24 * HOUR;
/** What receivers answer that want nothing more. */
const GONE = 410;
/** A receiver that fails again and again is left alone for so long, whatever waits for it. */
const FIRST_REST_MS = 5 * SECOND;
const LAST_REST_MS = 10 * MINUTE;

/** What became of an attempt; neither status nor error if there was nothing to say. */
export interface Outcome {
  status?: number;
  error?: Message;
}

/** Returns whether the receiver can take more. */
export async function recordOutcome(ctx: Ctx, delivery: Delivery, outcome: Outcome): Promise<boolean> {
  requireOperator(ctx.actor);
  const { status, error } = outcome;
  const isSkipped = status === undefined && error === undefined;
  const isDelivered = status !== undefined && status >= 200 && status < 300;
  return inTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    const hook = await lockWebhook(db, delivery.webhookId);
    if (!hook) return false;
    if (isSkipped) await updateDelivery(db, { ...delivery, state: "skipped", error: undefined });
    else if (isDelivered) {
      await updateDelivery(db, tried(delivery, { state: "delivered", status, triedAt: now }));
      if (hook.failingSince !== undefined) await updateWebhook(db, { ...hook, failures: 0, failingSince: undefined });
    } else await recordFailure(tx, hook, delivery, outcome);
    return isSkipped || isDelivered;
  });
}

const tried = (delivery: Delivery, change: Partial<Delivery>): Delivery => ({
  ...delivery,
  tries: delivery.tries + 1,
  status: undefined,
  error: undefined,
  ...change,
});

async function recordFailure(tx: Ctx, hook: Webhook, delivery: Delivery, { status, error }: Outcome): Promise<void> {
  const { db, now } = tx;
  const pause = PAUSES_MS[delivery.tries];
  await updateDelivery(
    db,
    tried(delivery, {
      state: pause === undefined ? "failed" : "waiting",
      status,
      error: storeMessage(error ?? message("webhooks.answered", { status: String(status) })),
      nextAt: now + (pause ?? 0),
      triedAt: now,
    }),
  );
  const failing = { ...hook, failures: hook.failures + 1, failingSince: hook.failingSince ?? now };
  if (status === GONE || now - failing.failingSince >= GIVE_UP_MS) await giveUp(tx, failing);
  else await updateWebhook(db, failing);
}

async function giveUp(tx: Ctx, hook: Webhook): Promise<void> {
  if (hook.disabledAt !== undefined) return;
  await updateWebhook(tx.db, { ...hook, disabledAt: tx.now });
  await failWaiting(tx.db, hook.id, storeMessage(message("webhooks.was-off")));
  await queueMail(tx, { kind: "webhook-off", user: { id: hook.userId }, about: { webhook: hook.url } });
}

/** When there is something to send again; undefined if there is nothing. Whoever adds more waits for the lock. */
export async function findNextAttempt(tx: Ctx, webhookId: string): Promise<number | undefined> {
  requireOperator(tx.actor);
  const { db, now } = tx;
  const hook = await lockWebhook(db, webhookId);
  if (!hook) return undefined;
  await trimDeliveries(db, webhookId, KEPT_DELIVERIES);
  const next = hook.disabledAt === undefined ? await findNextDelivery(db, webhookId) : undefined;
  if (!next || hook.failures === 0) return next?.nextAt;
  const rest = Math.min(FIRST_REST_MS * 2 ** (hook.failures - 1), LAST_REST_MS);
  return Math.max(next.nextAt, now + rest);
}
