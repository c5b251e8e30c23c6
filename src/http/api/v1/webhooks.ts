import { z } from "zod";

import { addWebhook } from "../../../core/webhooks/add-webhook.ts";
import { changeWebhook } from "../../../core/webhooks/change-webhook.ts";
import { deleteWebhook } from "../../../core/webhooks/delete-webhook.ts";
import { listWebhooks, readWebhookLog } from "../../../core/webhooks/list-webhooks.ts";
import { findOwnWebhook } from "../../../core/webhooks/own-webhook.ts";
import { rotateSecret } from "../../../core/webhooks/rotate-secret.ts";
import { replayDelivery, testWebhook } from "../../../core/webhooks/send-delivery.ts";
import { EVENT_KINDS } from "../../../entities/meme-event.ts";
import { english } from "../../../words/en/index.ts";
import { chosenAge, maxAge, optionalFlag } from "../../fields.ts";
import { json, jsonArray, jsonOf } from "../../json.ts";
import { route } from "../api-route.ts";
import { done, DONE, succeeded } from "./common.ts";
import { presentDelivery, presentWebhook } from "./present-webhooks.ts";
import {
  Delivery,
  DeliveryQueued,
  EXAMPLE_SECRET,
  exampleDelivery,
  exampleTest,
  exampleWebhook,
  Webhook,
  WebhookChanged,
  WebhookMade,
  WebhookSecret,
} from "./webhook-schemas.ts";

const TAG = "Webhooks";
const WEBHOOK = { webhook: { description: "The webhook's id", example: exampleWebhook.id } };
const DELIVERY = { ...WEBHOOK, delivery: { description: "The message's id", example: exampleDelivery.id } };
const NO_WEBHOOK = english["webhooks.none-such"];
const BAD_URL = english["webhooks.bad-url"];
const OFF = english["webhooks.turn-on-first"];
const BAD_EVENTS = `Send events as a list of ${EVENT_KINDS.join(", ")}.`;

const listed = (value: unknown) => (typeof value === "string" ? value.split(",").map((one) => one.trim()) : value);
const kinds = z.array(z.enum(EVENT_KINDS, { error: BAD_EVENTS }), { error: BAD_EVENTS }).max(EVENT_KINDS.length, {
  error: BAD_EVENTS,
});
const url = z.string({ error: BAD_URL });
const tag = z.string().describe("Only memes with this tag, without the #; empty for all");
const author = z.string().describe("Only memes of this user: an id, a username, or me; empty for all");

const getWebhooks = route({
  name: "getWebhooks",
  method: "GET",
  path: "/webhooks",
  access: "member",
  tag: TAG,
  summary: "List your webhooks",
  description: "In the order you added them: there are at most 10.",
  answer: { description: "The webhooks.", schema: z.array(Webhook), example: [exampleWebhook] },
  handle: async ({ ctx }) => jsonArray((await listWebhooks(ctx)).map(presentWebhook)),
});

const postWebhook = route({
  name: "addWebhook",
  method: "POST",
  path: "/webhooks",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Add a webhook",
  description:
    "An address that is sent a signed message whenever something happens to a meme that you may see; what can happen is the same as for GET /events. It must be on the internet: private addresses, and names that lead there, are refused.",
  input: z.object({
    url: url.describe("Where to send messages").meta({ example: exampleWebhook.url }),
    events: z
      .preprocess(listed, kinds.default([...EVENT_KINDS]))
      .describe("What to tell: a list, or separated by commas; everything if you don't say")
      .meta({ example: exampleWebhook.events }),
    age: maxAge,
    tag: tag.default(""),
    author: author.default(""),
  }),
  answer: {
    status: 201,
    description: "The webhook, with its secret.",
    schema: WebhookMade,
    example: { success: true, ...exampleWebhook, secret: EXAMPLE_SECRET },
  },
  refusals: { 400: BAD_URL, 404: english["error.no-user"] },
  handle: async ({ ctx }, { events, ...input }) => {
    const { webhook, secret } = await addWebhook(ctx, { ...input, kinds: events });
    return succeeded(json(`${presentWebhook(webhook).slice(0, -1)},"secret":${jsonOf(secret)}}`));
  },
});

const getWebhook = route({
  name: "getWebhook",
  method: "GET",
  path: "/webhooks/{webhook}",
  access: "member",
  tag: TAG,
  summary: "Get one of your webhooks",
  params: WEBHOOK,
  answer: { description: "The webhook.", schema: Webhook, example: exampleWebhook },
  refusals: { 404: NO_WEBHOOK },
  handle: async ({ ctx, params }) => presentWebhook(await findOwnWebhook(ctx, params.webhook!)),
});

const patchWebhook = route({
  name: "changeWebhook",
  method: "PATCH",
  path: "/webhooks/{webhook}",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Change a webhook, or turn it on or off",
  description:
    "Anything you don't send stays as it is. Turning it off drops what waits; what happens until you turn it on again is not told.",
  params: WEBHOOK,
  input: z.object({
    url: url.optional().describe("Where to send messages").meta({ example: exampleWebhook.url }),
    events: z
      .preprocess(listed, kinds.optional())
      .describe("What to tell: a list, or separated by commas")
      .meta({ example: exampleWebhook.events }),
    age: chosenAge.describe("The highest age rating: 1 family friendly, 2 teen, 4 mature"),
    tag: tag.optional(),
    author: author.optional(),
    enabled: optionalFlag("Send true or false as enabled.").describe("Whether messages are sent"),
  }),
  answer: {
    description: "The webhook as it is now.",
    schema: WebhookChanged,
    example: { success: true, ...exampleWebhook },
  },
  refusals: { 400: BAD_URL, 404: NO_WEBHOOK },
  handle: async ({ ctx, params }, { events, ...input }) =>
    succeeded(presentWebhook(await changeWebhook(ctx, { id: params.webhook!, kinds: events, ...input }))),
});

const dropWebhook = route({
  name: "deleteWebhook",
  method: "DELETE",
  path: "/webhooks/{webhook}",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Delete a webhook",
  description: "What waits is not sent any more.",
  params: WEBHOOK,
  answer: DONE,
  refusals: { 404: NO_WEBHOOK },
  handle: ({ ctx, params }) => done(deleteWebhook(ctx, params.webhook!)),
});

const postSecret = route({
  name: "rotateWebhookSecret",
  method: "POST",
  path: "/webhooks/{webhook}/secret",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Make a new secret for a webhook",
  description: "For 24 hours, messages are signed with both: the header webhook-signature then has two signatures.",
  params: WEBHOOK,
  answer: {
    description: "The new secret.",
    schema: WebhookSecret,
    example: { success: true, secret: EXAMPLE_SECRET },
  },
  refusals: { 404: NO_WEBHOOK },
  handle: async ({ ctx, params }) => jsonOf({ success: true, secret: await rotateSecret(ctx, params.webhook!) }),
});

const postTest = route({
  name: "testWebhook",
  method: "POST",
  path: "/webhooks/{webhook}/test",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Send a test to a webhook",
  description: "A message of type test. Whether it arrived is among its deliveries a moment later.",
  params: WEBHOOK,
  answer: {
    status: 201,
    description: "The message.",
    schema: DeliveryQueued,
    example: { success: true, ...exampleTest },
  },
  refusals: { 400: OFF, 404: NO_WEBHOOK },
  handle: async ({ ctx, params }) => succeeded(presentDelivery(await testWebhook(ctx, params.webhook!))),
});

const getDeliveries = route({
  name: "getDeliveries",
  method: "GET",
  path: "/webhooks/{webhook}/deliveries",
  access: "member",
  tag: TAG,
  summary: "List the last messages to a webhook",
  description: "Newest first: those that wait, and the last hundred.",
  params: WEBHOOK,
  answer: { description: "The messages.", schema: z.array(Delivery), example: [exampleDelivery] },
  refusals: { 404: NO_WEBHOOK },
  handle: async ({ ctx, params }) =>
    jsonArray((await readWebhookLog(ctx, params.webhook!)).deliveries.map(presentDelivery)),
});

const postDelivery = route({
  name: "replayDelivery",
  method: "POST",
  path: "/webhooks/{webhook}/deliveries/{delivery}",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Send a message again",
  description: "Whatever became of it. It keeps its id, and shows the meme as it is now.",
  params: DELIVERY,
  answer: {
    description: "The message.",
    schema: DeliveryQueued,
    example: { success: true, ...exampleDelivery, state: "waiting", attempts: 0, next: exampleDelivery.timestamp },
  },
  refusals: { 400: english["webhooks.event-forgotten"], 404: english["webhooks.no-delivery"] },
  handle: async ({ ctx, params }) => {
    const delivery = params.delivery!.replace(/^msg_/, "");
    return succeeded(presentDelivery(await replayDelivery(ctx, { id: params.webhook!, delivery })));
  },
});

export const webhookRoutes = [
  getWebhooks,
  postWebhook,
  getWebhook,
  patchWebhook,
  dropWebhook,
  postSecret,
  postTest,
  getDeliveries,
  postDelivery,
];
