import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** The site's own name, look and pages. Without a row, it is called Guffaw and looks like it. */
export async function up(db: Db): Promise<void> {
  const { millis, endTable, changes } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("site_info")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("name", "text")
      .addColumn("tagline", "text")
      .addColumn("accent", "text")
      .addColumn("logo_key", "text")
      .addColumn("logo_bytes", "integer")
      .addColumn("logo_width", "integer")
      .addColumn("logo_height", "integer"),
    { keyed: true },
  ).execute();
  await endTable(
    schema
      .createTable("site_pages")
      .addColumn("name", "text", (c) => c.primaryKey().notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("changed_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await changes.watch(db, { table: "site_info", kind: "site", subject: "id", inserts: true });
  await changes.watch(db, { table: "site_pages", kind: "site", subject: "name", inserts: true });
}
