import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const { millis, serial, endTable } = dialectOf(db);
  const { schema } = db;

  await endTable(
    schema
      .createTable("users")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("username", "text", (c) => c.notNull())
      .addColumn("username_key", "text", (c) => c.notNull().unique())
      .addColumn("tag", "text", (c) => c.notNull())
      .addColumn("email", "text")
      .addColumn("email_key", "text", (c) => c.unique())
      .addColumn("password_hash", "text")
      .addColumn("bio", "text", (c) => c.notNull())
      .addColumn("verified", "integer", (c) => c.notNull())
      .addColumn("staff", "integer", (c) => c.notNull())
      .addColumn("translator", "integer", (c) => c.notNull())
      .addColumn("service", "integer", (c) => c.notNull())
      .addColumn("founder", "integer", (c) => c.notNull())
      .addColumn("pro_since", millis)
      .addColumn("pro_until", millis)
      .addColumn("name_color", "text")
      .addColumn("background_color", "text")
      .addColumn("background_url", "text")
      .addColumn("suspended_at", millis)
      .addColumn("meme_count", "integer", (c) => c.notNull())
      .addColumn("submitted_count", "integer", (c) => c.notNull())
      .addColumn("follower_count", "integer", (c) => c.notNull())
      .addColumn("following_count", "integer", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();

  await endTable(
    schema
      .createTable("api_keys")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull().unique())
      .addColumn("may_ratings", "integer", (c) => c.notNull())
      .addColumn("may_integrations", "integer", (c) => c.notNull())
      .addColumn("may_write", "integer", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("used_at", millis)
      .addColumn("expires_at", millis)
      .addColumn("revoked_at", millis),
    { keyed: true },
  ).execute();
  await schema.createIndex("api_keys_of_user").on("api_keys").columns(["user_id", "id"]).execute();

  await endTable(
    schema
      .createTable("memes")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("author_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("caption", "text", (c) => c.notNull())
      .addColumn("age", "integer", (c) => c.notNull().check(sql`age in (1, 2, 4)`))
      .addColumn("disabled", "integer", (c) => c.notNull())
      .addColumn("slot", "integer")
      .addColumn("image_key", "text", (c) => c.notNull())
      .addColumn("image_hash", "text", (c) => c.notNull())
      .addColumn("image_extension", "text", (c) => c.notNull())
      .addColumn("width", "integer", (c) => c.notNull())
      .addColumn("height", "integer", (c) => c.notNull())
      .addColumn("color", "text", (c) => c.notNull())
      .addColumn("animated", "integer", (c) => c.notNull())
      .addColumn("rating_sum", "integer", (c) => c.notNull())
      .addColumn("rating_count", "integer", (c) => c.notNull())
      .addColumn("comment_count", "integer", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addCheckConstraint("memes_slot", sql`(slot is null) = (disabled = 1)`),
    { keyed: true },
  ).execute();
  await schema.createIndex("memes_of_author").on("memes").columns(["author_id", "created_at", "id"]).execute();
  await schema.createIndex("memes_by_slot").on("memes").columns(["age", "slot"]).unique().execute();

  await endTable(
    schema
      .createTable("ratings")
      .addColumn("meme_id", "text", (c) => c.notNull().references("memes.id"))
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("rating", "integer", (c) => c.notNull().check(sql`rating between 1 and 5`))
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("ratings_key", ["meme_id", "user_id"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("ratings_newest").on("ratings").columns(["meme_id", "created_at", "user_id"]).execute();
  await schema.createIndex("ratings_of_user").on("ratings").columns(["user_id", "meme_id"]).execute();

  await endTable(
    schema
      .createTable("comments")
      .addColumn("id", serial)
      .addColumn("meme_id", "text", (c) => c.notNull().references("memes.id"))
      .addColumn("author_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("parent_id", "integer", (c) => c.references("comments.id").onDelete("set null"))
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: false },
  ).execute();
  await schema.createIndex("comments_of_meme").on("comments").columns(["meme_id", "id"]).execute();
  await schema.createIndex("comments_of_author").on("comments").columns(["author_id", "id"]).execute();
  await schema.createIndex("comments_of_parent").on("comments").column("parent_id").execute();

  await endTable(
    schema
      .createTable("follows")
      .addColumn("follower_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("followed_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("follows_key", ["follower_id", "followed_id"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("follows_of_followed").on("follows").columns(["followed_id", "follower_id"]).execute();

  await endTable(
    schema
      .createTable("integrations")
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("service", "text", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("integrations_key", ["user_id", "service", "account"]),
    { keyed: true },
  ).execute();

  await endTable(
    schema
      .createTable("counters")
      .addColumn("name", "text", (c) => c.primaryKey().notNull())
      .addColumn("value", "integer", (c) => c.notNull()),
    { keyed: true },
  ).execute();
  const names = ["memes:1", "memes:2", "memes:4", "ratings", "users", "memers"];
  await db
    .insertInto("counters")
    .values(names.map((name) => ({ name, value: 0 })))
    .execute();

  await endTable(
    schema
      .createTable("nodes")
      .addColumn("number", "integer", (c) => c.primaryKey().notNull())
      .addColumn("token", "text", (c) => c.notNull())
      .addColumn("seen_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
}
