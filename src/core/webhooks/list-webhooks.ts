import { listDeliveries } from "../../data/deliveries.ts";
import { listWebhooksOf } from "../../data/webhooks.ts";
import type { User } from "../../entities/user.ts";
import type { Delivery, Webhook } from "../../entities/webhook.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { cachedUser } from "../users/find-user.ts";
import { findOwnWebhook } from "./own-webhook.ts";

/** So many of the last deliveries of a webhook are kept. */
export const KEPT_DELIVERIES = 100;

/** The caller's own, in the order they were added. */
export const listWebhooks = async (ctx: Ctx): Promise<Webhook[]> =>
  listWebhooksOf(ctx.db, requireMember(ctx.actor).user.id);

export interface WebhookLog {
  webhook: Webhook;
  /** The only person whose memes it is told of, if there is one and they are still here. */
  author: User | undefined;
  /** The last ones, newest first. */
  deliveries: Delivery[];
}

export async function readWebhookLog(ctx: Ctx, id: string): Promise<WebhookLog> {
  const webhook = await findOwnWebhook(ctx, id);
  const author = webhook.authorId === undefined ? undefined : await cachedUser(ctx, webhook.authorId);
  return { webhook, author, deliveries: await listDeliveries(ctx.db, webhook.id, KEPT_DELIVERIES) };
}
