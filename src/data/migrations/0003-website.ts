import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  const { schema } = db;

  await endTable(
    schema
      .createTable("sessions")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("hash", "text", (c) => c.notNull().unique())
      .addColumn("agent", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("seen_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("sessions_of_user").on("sessions").columns(["user_id", "seen_at"]).execute();

  await endTable(
    schema
      .createTable("devices")
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("devices_key", ["hash", "user_id"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("devices_of_user").on("devices").column("user_id").execute();

  for (const table of ["invites", "resets"] as const) {
    await endTable(
      schema
        .createTable(table)
        .addColumn("hash", "text", (c) => c.primaryKey().notNull())
        // Who gets the new password, or who made the invitation.
        .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("cascade"))
        .addColumn("created_at", millis, (c) => c.notNull())
        .addColumn("expires_at", millis, (c) => c.notNull()),
      { keyed: true },
    ).execute();
    await schema.createIndex(`${table}_of_user`).on(table).column("user_id").execute();
    await schema.createIndex(`${table}_by_end`).on(table).column("expires_at").execute();
  }
}
