import { queueDeliveries } from "../core/webhooks/queue-deliveries.ts";
import { readTold } from "../core/webhooks/read-told.ts";
import { findNextAttempt, recordOutcome, type Outcome } from "../core/webhooks/record-outcome.ts";
import { SEND_WEBHOOKS } from "../core/webhooks/send-delivery.ts";
import { findNextDelivery } from "../data/deliveries.ts";
import { findWebhook, readSecrets } from "../data/webhooks.ts";
import type { Delivery, Webhook } from "../entities/webhook.ts";
import { presentEvent } from "../http/api/v1/present-events.ts";
import { DeliveryError } from "../webhooks/find-receiver.ts";
import { postMessage } from "../webhooks/post-message.ts";
import { signMessage } from "../webhooks/sign-message.ts";
import type { JobCall, JobKind } from "./job-kind.ts";

/** Then it is the turn of others. */
const TURN_MS = 10_000;

/** Sends what waits for one webhook, one message after another. */
export const sendWebhooks: JobKind = {
  name: SEND_WEBHOOKS,
  lane: "webhooks",
  atOnce: 4,
  look: queueDeliveries,
  again: findNextAttempt,
  async run(call) {
    const { ctx, subject, signal } = call;
    const until = performance.now() + TURN_MS;
    while (ctx.policy.webhooks !== "off" && performance.now() < until) {
      signal.throwIfAborted();
      const hook = await findWebhook(ctx.db, subject);
      const delivery = hook?.disabledAt === undefined ? await findNextDelivery(ctx.db, subject) : undefined;
      if (!hook || !delivery || delivery.nextAt > ctx.now) return;
      if (!(await recordOutcome(ctx, delivery, await send(call, hook, delivery)))) return;
    }
  },
};

async function send(call: JobCall, hook: Webhook, delivery: Delivery): Promise<Outcome> {
  const { ctx, signal, addresses } = call;
  const body = await writeBody(call, hook, delivery);
  if (body === undefined) return {};
  const secrets = await readSecrets(ctx.db, hook.id, ctx.now);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": `Guffaw (+${addresses.url})`,
    ...signMessage(`msg_${delivery.id}`, Date.now(), body, secrets),
  };
  try {
    const allowsPrivate = ctx.policy.webhooks === "any";
    return { status: await postMessage(new URL(hook.url), headers, body, { allowsPrivate, signal }) };
  } catch (error) {
    if (error instanceof DeliveryError) return { error: error.sentence };
    throw error;
  }
}

/** With the meme as it is now. */
async function writeBody({ ctx, addresses }: JobCall, hook: Webhook, delivery: Delivery): Promise<string | undefined> {
  const timestamp = new Date(delivery.createdAt).toISOString();
  if (delivery.kind === "test") return JSON.stringify({ type: "test", timestamp, data: {} });
  await ctx.cache.look();
  const told = await readTold(ctx, hook, delivery);
  if (!told) return undefined;
  return `{"type":"meme.${delivery.kind}","timestamp":"${timestamp}","data":${presentEvent(told, { addresses, now: ctx.now })}}`;
}
