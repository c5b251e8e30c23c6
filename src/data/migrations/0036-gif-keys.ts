import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Keys of programs that search for GIFs. They travel in addresses, so they are no API keys and open nothing else. */
export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  await endTable(
    db.schema
      .createTable("gif_keys")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull().unique())
      .addColumn("origins", "text", (c) => c.notNull())
      .addColumn("may_mature", "integer", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("used_at", millis)
      .addColumn("revoked_at", millis),
    { keyed: false },
  ).execute();
  await db.schema.createIndex("gif_keys_of_user").on("gif_keys").columns(["user_id", "id"]).execute();
}
