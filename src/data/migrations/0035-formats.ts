import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Files for programs that search for GIFs. */
export async function up(db: Db): Promise<void> {
  const { endTable } = dialectOf(db);
  await endTable(
    db.schema
      .createTable("formats")
      .addColumn("meme_id", "text", (c) => c.notNull().references("memes.id").onDelete("cascade"))
      .addColumn("format", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("width", "integer", (c) => c.notNull())
      .addColumn("height", "integer", (c) => c.notNull())
      .addColumn("duration_ms", "integer", (c) => c.notNull())
      .addColumn("bytes", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("formats_key", ["meme_id", "format"]),
    { keyed: true },
  ).execute();
  await endTable(
    db.schema
      .createTable("to_format")
      .addColumn("meme_id", "text", (c) => c.primaryKey().references("memes.id").onDelete("cascade"))
      .addColumn("refused", "integer", (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await sql`insert into to_format (meme_id, refused) select id, 0 from memes`.execute(db);
}
