import { z } from "zod";

import { EVENT_KINDS } from "../../../entities/meme-event.ts";
import { DELIVERY_STATES } from "../../../entities/webhook.ts";

const moment = z.iso.datetime();

export const Webhook = z
  .strictObject({
    id: z.string(),
    url: z.url(),
    events: z.array(z.enum(EVENT_KINDS)).describe("What it is told"),
    age: z.literal([1, 2, 4]).describe("The highest age rating"),
    tag: z.string().describe("Only memes with this tag; empty for all"),
    author: z.string().describe("Only memes of the user with this id; empty for all"),
    enabled: z.boolean(),
    failing_since: moment.nullable().describe("Null if the last attempt succeeded, or there was none"),
    timestamp: moment.describe("ISO 8601 in UTC with milliseconds"),
    timestamp_epoch_seconds: z.int().describe("The same moment, in whole seconds since 1970"),
  })
  .meta({ id: "Webhook" });

export const WebhookMade = z
  .strictObject({
    success: z.literal(true),
    ...Webhook.shape,
    secret: z.string().describe("Verifies messages. It is never shown again."),
  })
  .meta({ id: "WebhookMade" });

export const WebhookChanged = z
  .strictObject({ success: z.literal(true), ...Webhook.shape })
  .meta({ id: "WebhookChanged" });

export const WebhookSecret = z
  .strictObject({ success: z.literal(true), secret: z.string().describe("It is never shown again.") })
  .meta({ id: "WebhookSecret" });

export const Delivery = z
  .strictObject({
    id: z.string().describe("The message's webhook-id"),
    event: z.enum([...EVENT_KINDS, "test"]),
    memeid: z.string().nullable().describe("Null for a test"),
    state: z.enum(DELIVERY_STATES).describe("Skipped: the meme was gone before it was sent"),
    attempts: z.int(),
    status: z.int().nullable().describe("What the receiver answered last"),
    problem: z.string().describe("Why the last attempt failed; empty if it didn't"),
    tried: moment.nullable(),
    next: moment.nullable().describe("When it is tried again"),
    timestamp: moment.describe("ISO 8601 in UTC with milliseconds"),
    timestamp_epoch_seconds: z.int().describe("The same moment, in whole seconds since 1970"),
  })
  .meta({ id: "Delivery" });

export const DeliveryQueued = z
  .strictObject({ success: z.literal(true), ...Delivery.shape })
  .meta({ id: "DeliveryQueued" });

const EXAMPLE_TIMES = { timestamp: "2026-11-02T08:00:00.000Z", timestamp_epoch_seconds: 1793606400 };

export const exampleWebhook = {
  id: "184429283720527880",
  url: "https://bot.example.org/guffaw",
  events: ["new", "gone"],
  age: 2,
  tag: "cats",
  author: "",
  enabled: true,
  failing_since: null,
  ...EXAMPLE_TIMES,
};

export const EXAMPLE_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDLb6sBTq9zHM=";

export const exampleDelivery = {
  id: "msg_184429283720527890",
  event: "new",
  memeid: "184429283720527873",
  state: "delivered",
  attempts: 1,
  status: 204,
  problem: "",
  tried: "2026-11-02T08:00:01.000Z",
  next: null,
  ...EXAMPLE_TIMES,
};

export const exampleTest = {
  ...exampleDelivery,
  event: "test",
  memeid: null,
  state: "waiting",
  attempts: 0,
  status: null,
  tried: null,
  next: exampleDelivery.timestamp,
};
