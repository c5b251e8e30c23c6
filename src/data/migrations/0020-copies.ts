import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Which memes are copies of each other, and what each family of copies looks like. */
export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("copies")
      .addColumn("meme_id", "text", (c) => c.primaryKey().notNull().references("memes.id"))
      // The meme it began with, which may be gone.
      .addColumn("family", "text", (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("copies_of_family").on("copies").columns(["family", "meme_id"]).execute();
  await endTable(
    schema
      .createTable("looks")
      .addColumn("a", "integer", (c) => c.notNull())
      .addColumn("b", "integer", (c) => c.notNull())
      .addColumn("c", "integer", (c) => c.notNull())
      .addColumn("family", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("looks_key", ["a", "b", "c", "family"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("looks_by_b").on("looks").column("b").execute();
  await schema.createIndex("looks_by_c").on("looks").column("c").execute();
  await schema.createIndex("looks_of_family").on("looks").column("family").execute();
  await endTable(
    schema
      .createTable("drafts")
      .addColumn("user_id", "text", (c) => c.primaryKey().notNull().references("users.id").onDelete("cascade"))
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("prepared", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema.createIndex("drafts_by_time").on("drafts").column("created_at").execute();
  await sql`insert into jobs (kind, subject, run_at, attempts, error)
    select 'compare-memes', '', 0, 0, null where exists (select 1 from memes)`.execute(db);
}
