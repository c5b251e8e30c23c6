import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Likes of comments, and notifications of people who were mentioned. */
export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("comment_likes")
      .addColumn("comment_id", "integer", (c) => c.notNull().references("comments.id").onDelete("cascade"))
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("comment_likes_key", ["comment_id", "user_id"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("comment_likes_of_user").on("comment_likes").columns(["user_id", "comment_id"]).execute();
  await schema
    .alterTable("comments")
    .addColumn("like_count", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable("notifications")
    .addColumn("mention", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
