import type { Age } from "./age.ts";
import type { EventKind } from "./meme-event.ts";

/** An address that is told what happens to memes. */
export interface Webhook {
  id: string;
  userId: string;
  url: string;
  kinds: readonly EventKind[];
  age: Age;
  tag: string | undefined;
  authorId: string | undefined;
  /** It is told of events with higher numbers. */
  after: number;
  createdAt: number;
  /** Failed attempts in a row. */
  failures: number;
  failingSince: number | undefined;
  /** Nothing is sent any more. */
  disabledAt: number | undefined;
  /** Until then, messages are also signed with the secret before. */
  oldSecretUntil: number | undefined;
}

/** In the order of the numbers in the database. What was hidden before it could be sent is skipped. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed", "skipped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A message to a webhook. */
export interface Delivery {
  id: string;
  webhookId: string;
  kind: EventKind | "test";
  /** The number of its event; undefined for a test. */
  event: number | undefined;
  memeId: string | undefined;
  state: DeliveryState;
  tries: number;
  /** What the receiver answered last. */
  status: number | undefined;
  /** A message as stored by storeMessage(): why the last attempt failed. */
  error: string | undefined;
  createdAt: number;
  /** When it was first to be sent, or sent again. */
  queuedAt: number;
  /** If it is waiting. */
  nextAt: number;
  triedAt: number | undefined;
}
