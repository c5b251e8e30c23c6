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
  // The picture that they were made of: nodes of the version before replace pictures without knowing of them.
  await db.schema.alterTable("memes").addColumn("formatted_key", "text").execute();
  await sql`create index memes_to_format on memes (id)
    where disabled = 0 and (formatted_key is null or formatted_key <> image_key)`.execute(db);
}
