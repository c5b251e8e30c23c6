import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  const { schema } = db;

  // A picture, or a drawing of one's choice. Without either, the id decides what somebody looks like.
  for (const column of ["avatar_drawing", "avatar_key"])
    await schema.alterTable("users").addColumn(column, "text").execute();
  await schema
    .alterTable("users")
    .addColumn("avatar_bytes", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index users_by_avatar on users (avatar_key) where avatar_key is not null`.execute(db);

  // Names that people have left, so that links to them still lead there.
  await endTable(
    schema
      .createTable("former_names")
      .addColumn("name_key", "text", (c) => c.primaryKey().notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("left_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("former_names_of_user").on("former_names").columns(["user_id", "left_at"]).execute();
}
