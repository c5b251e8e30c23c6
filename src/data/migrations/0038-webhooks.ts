import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Addresses that are told what happens to memes, and what they were told. */
export async function up(db: Db): Promise<void> {
  await addWebhooks(db);
  await addDeliveries(db);
}

async function addWebhooks(db: Db) {
  const { millis, endTable } = dialectOf(db);
  await endTable(
    db.schema
      .createTable("webhooks")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("url", "text", (c) => c.notNull())
      .addColumn("secret", "text", (c) => c.notNull())
      .addColumn("old_secret", "text")
      .addColumn("old_secret_until", millis)
      .addColumn("kinds", "text", (c) => c.notNull())
      .addColumn("age", "integer", (c) => c.notNull())
      .addColumn("tag", "text")
      .addColumn("author_id", "text")
      .addColumn("after_event", millis, (c) => c.notNull())
      .addColumn("failures", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("failing_since", millis)
      .addColumn("disabled_at", millis)
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: false },
  ).execute();
  await db.schema.createIndex("webhooks_of_user").on("webhooks").columns(["user_id", "id"]).execute();
  await sql`create index webhooks_active on webhooks (id) where disabled_at is null`.execute(db);
}

async function addDeliveries(db: Db) {
  const { millis, endTable } = dialectOf(db);
  await endTable(
    db.schema
      .createTable("deliveries")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("webhook_id", "text", (c) => c.notNull().references("webhooks.id").onDelete("cascade"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("event_number", millis)
      .addColumn("meme_id", "text")
      .addColumn("state", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("status", "integer")
      .addColumn("error", "text")
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("queued_at", millis, (c) => c.notNull())
      .addColumn("next_at", millis, (c) => c.notNull())
      .addColumn("tried_at", millis),
    { keyed: false },
  ).execute();
  await db.schema.createIndex("deliveries_of_webhook").on("deliveries").columns(["webhook_id", "id"]).execute();
  await sql`create index deliveries_waiting on deliveries (webhook_id, next_at, id) where state = 0`.execute(db);
}
