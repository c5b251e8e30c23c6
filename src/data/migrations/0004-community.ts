import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const { millis, serial, endTable, indexBeginnings } = dialectOf(db);
  const { schema } = db;

  // Whether a notification was seen.
  await schema
    .alterTable("notifications")
    .addColumn("seen", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  // Seen notifications are deleted when they are old.
  await sql`create index notifications_seen on notifications (created_at) where seen = 1`.execute(db);
  for (const column of ["unseen_count", "muted", "approved_count"])
    await schema
      .alterTable("users")
      .addColumn(column, "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  await schema.alterTable("users").addColumn("language", "text").execute();
  await schema.alterTable("users").addColumn("suspended_until", millis).execute();
  await schema
    .alterTable("users")
    .addColumn("suspended_reason", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  // Existing memes were never asked to wait.
  await sql`update users set unseen_count = notification_count, approved_count = submitted_count`.execute(db);

  await indexBeginnings(db, "users", "username_key");

  // Moderation of a meme.
  await schema
    .alterTable("memes")
    .addColumn("held", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable("memes")
    .addColumn("shown_when_free", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index memes_held on memes (held, created_at, id) where held > 0`.execute(db);
  await schema.alterTable("reports").addColumn("comment_id", "integer").execute();
  await schema.createIndex("reports_of_meme").on("reports").columns(["meme_id", "id"]).execute();

  await endTable(
    schema
      .createTable("acts")
      .addColumn("id", serial)
      // No foreign key: the log outlives the people it names.
      .addColumn("staff_id", "text")
      .addColumn("staff_name", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("user_id", "text")
      .addColumn("user_name", "text", (c) => c.notNull())
      .addColumn("meme_id", "text")
      .addColumn("report_id", "integer")
      .addColumn("note", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: false },
  ).execute();
  for (const column of ["staff_id", "user_id", "meme_id", "kind"])
    await schema.createIndex(`acts_by_${column}`).on("acts").columns([column, "id"]).execute();

  await endTable(
    schema
      .createTable("banned_pictures")
      .addColumn("id", serial)
      .addColumn("image_hash", "text", (c) => c.notNull().unique())
      .addColumn("look", "text", (c) => c.notNull())
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("staff_name", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: false },
  ).execute();
  await endTable(
    schema
      .createTable("banned_looks")
      .addColumn("band", "integer", (c) => c.notNull())
      .addColumn("value", "text", (c) => c.notNull())
      .addColumn("picture_id", "integer", (c) => c.notNull().references("banned_pictures.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("banned_looks_key", ["band", "value", "picture_id"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("banned_looks_of_picture").on("banned_looks").column("picture_id").execute();

  // Ways to sign in.
  for (const column of ["subject", "name"]) await schema.alterTable("integrations").addColumn(column, "text").execute();
  await schema.alterTable("integrations").addColumn("used_at", millis).execute();
  await schema
    .createIndex("integrations_by_subject")
    .on("integrations")
    .columns(["service", "subject"])
    .unique()
    .execute();
  await endTable(
    schema
      .createTable("hand_offs")
      .addColumn("hash", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("cascade"))
      .addColumn("service", "text", (c) => c.notNull())
      .addColumn("kept", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("expires_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("hand_offs_of_user").on("hand_offs").column("user_id").execute();
  await schema.createIndex("hand_offs_by_end").on("hand_offs").column("expires_at").execute();
  await endTable(
    schema
      .createTable("passkeys")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("public_key", "text", (c) => c.notNull())
      .addColumn("counter", millis, (c) => c.notNull())
      .addColumn("transports", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("used_at", millis),
    { keyed: true },
  ).execute();
  await schema.createIndex("passkeys_of_user").on("passkeys").columns(["user_id", "created_at"]).execute();
  for (const table of ["challenges", "recoveries"] as const) {
    await endTable(
      schema
        .createTable(table)
        .addColumn("hash", "text", (c) => c.primaryKey().notNull())
        .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("cascade"))
        .addColumn("created_at", millis, (c) => c.notNull())
        .addColumn("expires_at", millis, (c) => c.notNull()),
      { keyed: true },
    ).execute();
    await schema.createIndex(`${table}_of_user`).on(table).column("user_id").execute();
    await schema.createIndex(`${table}_by_end`).on(table).column("expires_at").execute();
  }

  await endTable(
    schema
      .createTable("pro_codes")
      .addColumn("hash", "text", (c) => c.primaryKey().notNull())
      .addColumn("months", "integer", (c) => c.notNull())
      .addColumn("redeemed_by", "text")
      .addColumn("redeemed_at", millis)
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("pro_codes_of_user").on("pro_codes").column("redeemed_by").execute();

  await endTable(
    schema
      .createTable("suggestions")
      .addColumn("language", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("source", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("set null"))
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("suggestions_key", ["language", "key"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("suggestions_of_user").on("suggestions").column("user_id").execute();

  // How the program is doing.
  await endTable(
    schema
      .createTable("failures")
      .addColumn("request", "text", (c) => c.primaryKey().notNull())
      .addColumn("route", "text", (c) => c.notNull())
      .addColumn("error", "text", (c) => c.notNull())
      .addColumn("stack", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("failures_newest").on("failures").columns(["created_at", "request"]).execute();
  await endTable(
    schema
      .createTable("traffic")
      .addColumn("minute", "integer", (c) => c.notNull())
      .addColumn("node", "integer", (c) => c.notNull())
      .addColumn("requests", "integer", (c) => c.notNull())
      .addColumn("failed", "integer", (c) => c.notNull())
      .addColumn("times", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("traffic_key", ["minute", "node"]),
    { keyed: true },
  ).execute();
  await endTable(
    schema
      .createTable("backups")
      .addColumn("id", serial)
      .addColumn("place", "text", (c) => c.notNull())
      .addColumn("rows", millis, (c) => c.notNull())
      .addColumn("images", millis, (c) => c.notNull())
      .addColumn("bytes", millis, (c) => c.notNull())
      .addColumn("error", "text")
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("ended_at", millis),
    { keyed: false },
  ).execute();
}
