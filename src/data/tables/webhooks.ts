import type { ColumnType } from "kysely";

import type { Millis } from "./columns.ts";

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Addresses that are told what happens to memes. */
export interface WebhooksTable {
  id: string;
  user_id: string;
  url: string;
  /** It signs, so it has to be known. */
  secret: string;
  old_secret: Optional<string>;
  old_secret_until: Optional<Millis>;
  /** Separated by spaces. */
  kinds: string;
  age: number;
  tag: Optional<string>;
  author_id: Optional<string>;
  after_event: Millis;
  failures: number;
  failing_since: Optional<Millis>;
  disabled_at: Optional<Millis>;
  created_at: Millis;
}

/** Messages to webhooks: those that wait, and the last ones. */
export interface DeliveriesTable {
  id: string;
  webhook_id: string;
  kind: string;
  event_number: Optional<Millis>;
  meme_id: Optional<string>;
  /** 0 waiting, 1 delivered, 2 failed, 3 skipped. */
  state: number;
  tries: number;
  status: Optional<number>;
  error: Optional<string>;
  created_at: Millis;
  queued_at: Millis;
  next_at: Millis;
  tried_at: Optional<Millis>;
}
