import type { Db } from "../schema.ts";

/** What a server says about itself while it runs; null for commands, and for servers of the version before. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable("nodes").addColumn("address", "text").execute();
  await db.schema.alterTable("nodes").addColumn("schedules", "text").execute();
}
