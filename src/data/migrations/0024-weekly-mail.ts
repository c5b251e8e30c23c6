import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Who wants the weekly mail, and which mails have begun to be sent. */
export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("weekly_mails")
      .addColumn("user_id", "text", (c) => c.primaryKey().notNull().references("users.id").onDelete("cascade"))
      .addColumn("language", "text", (c) => c.notNull())
      .addColumn("next_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("weekly_mails_by_time").on("weekly_mails").columns(["next_at", "user_id"]).execute();
  await schema.alterTable("mails").addColumn("begun_at", millis).execute();
}
