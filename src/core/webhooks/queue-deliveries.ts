import { hasWaiting, insertDeliveries } from "../../data/deliveries.ts";
import { listEventsAfter } from "../../data/events.ts";
import { wakeJob } from "../../data/jobs.ts";
import {
  listActiveWebhooks,
  lockWebhook,
  lockWebhooksPlace,
  readWebhooksPlace,
  writeWebhooksPlace,
} from "../../data/webhooks.ts";
import type { MemeEvent } from "../../entities/meme-event.ts";
import type { Webhook } from "../../entities/webhook.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { numberNewEvents } from "../events/number-events.ts";
import { isMeant } from "../events/tell-events.ts";
import { MAX_WAITING, newDelivery, SEND_WEBHOOKS } from "./send-delivery.ts";

/** Events and webhooks that one transaction brings together. */
const EVENTS = 20;
const WEBHOOKS = 200;

/** Makes deliveries of what has happened since the last time. All processes do it, and each event is taken once. */
export async function queueDeliveries(ctx: Ctx): Promise<void> {
  requireOperator(ctx.actor);
  const { db, policy } = ctx;
  if (policy.webhooks === "off" || (await listActiveWebhooks(db, "", 1)).length === 0) return;
  await numberNewEvents(ctx);
  while ((await listEventsAfter(db, await readWebhooksPlace(db), 1)).length > 0) await inTransaction(ctx, queueSome);
}

async function queueSome(tx: Ctx): Promise<void> {
  const { db } = tx;
  const events = await listEventsAfter(db, await lockWebhooksPlace(db), EVENTS);
  if (events.length === 0) return;
  for (let after = "", isLast = false; !isLast;) {
    const hooks = await listActiveWebhooks(db, after, WEBHOOKS);
    for (const hook of hooks) await queueFor(tx, hook, events);
    isLast = hooks.length < WEBHOOKS;
    after = hooks.at(-1)?.id ?? "";
  }
  await writeWebhooksPlace(db, events.at(-1)!.number);
}

async function queueFor(tx: Ctx, { id, ...seen }: Webhook, events: readonly MemeEvent[]): Promise<void> {
  const isFor = (hook: Omit<Webhook, "id">) => (event: MemeEvent) =>
    event.number > hook.after && hook.kinds.includes(event.kind) && isMeant(event, hook);
  if (!events.some(isFor(seen))) return;
  const hook = await lockWebhook(tx.db, id);
  if (!hook || hook.disabledAt !== undefined) return;
  if (hook.failures > 0 && (await hasWaiting(tx.db, id, MAX_WAITING))) return;
  const deliveries = events.filter(isFor(hook)).map((event) => newDelivery(tx, hook, event));
  if (deliveries.length === 0) return;
  await insertDeliveries(tx.db, deliveries);
  await wakeJob(tx.db, SEND_WEBHOOKS, id, tx.now);
}
