import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** What people do not want to see, and reports by guests. */
export async function up(db: Db): Promise<void> {
  const { millis, endTable, changes, allowNull } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("blocks")
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("other_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("kind", "integer", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("blocks_key", ["user_id", "other_id"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("blocks_of_other").on("blocks").columns(["other_id", "kind"]).execute();
  await endTable(
    schema
      .createTable("muted_words")
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("muted_words_key", ["user_id", "key"]),
    { keyed: true },
  ).execute();
  // A block changes what both people see.
  await changes.watch(db, { table: "blocks", kind: "filter", subject: "user_id", owner: "other_id", inserts: true });
  await changes.watch(db, { table: "muted_words", kind: "filter", subject: "user_id", inserts: true });

  await schema
    .alterTable("users")
    .addColumn("shows_mature", "integer", (c) => c.notNull().defaultTo(0))
    .execute();

  await schema.dropIndex("reports_of_reporter").execute();
  await allowNull(db, "reports", "reporter_id", sql`text references users (id) on delete cascade`);
  await schema.createIndex("reports_of_reporter").on("reports").columns(["reporter_id", "id"]).execute();
  for (const column of ["email", "language"]) await schema.alterTable("reports").addColumn(column, "text").execute();
}
