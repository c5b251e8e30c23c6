import { callsOf } from "./calls.ts";
import { EventCalls } from "./event-calls.ts";
import type { CallOptions } from "./http.ts";
import type { WebhookWish } from "./inputs.ts";
import { idOf } from "./paths.ts";
import type * as Api from "./types.ts";

/** Addresses of yours that are told what happens. */
export class WebhookCalls extends EventCalls {
  /**
   * All your webhooks, in the order you added them.
   *
   * @example
   * const failing = (await guffaw.webhooks()).filter((webhook) => webhook.failing_since);
   */
  async webhooks(options: CallOptions = {}): Promise<Api.Webhook[]> {
    return callsOf(this).all("/webhooks", options);
  }

  /**
   * One of your webhooks.
   *
   * @example
   * const { enabled } = await guffaw.webhook(id);
   */
  async webhook(id: string, options: CallOptions = {}): Promise<Api.Webhook> {
    return callsOf(this).get(`/webhooks/${idOf(id)}`, options);
  }

  /**
   * Adds a webhook. Keep its secret: it is never shown again.
   *
   * @example
   * const { id, secret } = await guffaw.addWebhook("https://bot.example.org/guffaw", { events: ["new"], tag: "cats" });
   */
  async addWebhook(url: string, wish: WebhookWish = {}, options: CallOptions = {}): Promise<Api.WebhookMade> {
    return callsOf(this).write("POST", "/webhooks", options, { json: { ...wish, url } });
  }

  /**
   * Changes a webhook, or turns it on or off.
   *
   * @example
   * await guffaw.updateWebhook(id, { enabled: true });
   */
  async updateWebhook(
    id: string,
    change: WebhookWish & { url?: string; enabled?: boolean },
    options: CallOptions = {},
  ): Promise<Api.WebhookChanged> {
    return callsOf(this).write("PATCH", `/webhooks/${idOf(id)}`, options, { json: { ...change } });
  }

  /**
   * Deletes a webhook.
   *
   * @example
   * await guffaw.deleteWebhook(id);
   */
  async deleteWebhook(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/webhooks/${idOf(id)}`, options);
  }

  /**
   * Makes a new secret. The old one is good for another day.
   *
   * @example
   * const { secret } = await guffaw.rotateWebhookSecret(id);
   */
  async rotateWebhookSecret(id: string, options: CallOptions = {}): Promise<Api.WebhookSecret> {
    return callsOf(this).write("POST", `/webhooks/${idOf(id)}/secret`, options);
  }

  /**
   * Sends a test to a webhook.
   *
   * @example
   * await guffaw.testWebhook(id);
   */
  async testWebhook(id: string, options: CallOptions = {}): Promise<Api.DeliveryQueued> {
    return callsOf(this).write("POST", `/webhooks/${idOf(id)}/test`, options);
  }

  /**
   * The last messages to a webhook, newest first.
   *
   * @example
   * const failed = (await guffaw.deliveries(id)).filter(({ state }) => state === "failed");
   */
  async deliveries(id: string, options: CallOptions = {}): Promise<Api.Delivery[]> {
    return callsOf(this).all(`/webhooks/${idOf(id)}/deliveries`, options);
  }

  /**
   * Sends a message again.
   *
   * @example
   * await guffaw.replayDelivery(id, messageId);
   */
  async replayDelivery(id: string, messageId: string, options: CallOptions = {}): Promise<Api.DeliveryQueued> {
    const message = idOf(messageId.replace(/^msg_/, ""));
    return callsOf(this).write("POST", `/webhooks/${idOf(id)}/deliveries/${message}`, options);
  }
}
