import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  const { schema } = db;

  // From now on users.email holds only a confirmed address, and users.new_email one that waits for its link.
  for (const column of ["new_email", "new_email_key"])
    await schema.alterTable("users").addColumn(column, "text").execute();
  await schema.alterTable("users").addColumn("email_confirmed_at", millis).execute();
  // Nobody has ever proven that an address is theirs.
  await sql`update users set new_email = email, new_email_key = email_key, email = null, email_key = null
    where email is not null`.execute(db);
  await schema.createIndex("users_by_new_email").on("users").columns(["new_email_key", "id"]).execute();

  await schema
    .alterTable("sessions")
    .addColumn("proven_at", millis, (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update sessions set proven_at = created_at`.execute(db);

  await endTable(
    schema
      .createTable("confirmations")
      .addColumn("hash", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("expires_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("confirmations_of_user").on("confirmations").column("user_id").execute();
  await schema.createIndex("confirmations_by_end").on("confirmations").column("expires_at").execute();

  await endTable(
    schema
      .createTable("mails")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("cascade"))
      .addColumn("address", "text")
      .addColumn("address_key", "text")
      .addColumn("language", "text", (c) => c.notNull())
      .addColumn("about", "text", (c) => c.notNull())
      .addColumn("request", "text")
      .addColumn("ticket", "text")
      .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("error", "text")
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("sent_at", millis)
      .addColumn("failed_at", millis),
    { keyed: true },
  ).execute();
  await schema.createIndex("mails_of_user").on("mails").columns(["user_id", "kind"]).execute();
  await schema.createIndex("mails_to_address").on("mails").columns(["address_key", "created_at"]).execute();
  await sql`create index mails_failed on mails (failed_at, id) where failed_at is not null`.execute(db);
  await sql`create index mails_sent on mails (sent_at) where sent_at is not null`.execute(db);
}
