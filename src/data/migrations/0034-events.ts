import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** What happened to memes, for those who listen. Of a meme that is gone, nothing but its tags is left. */
export async function up(db: Db): Promise<void> {
  const { millis, serial, endTable } = dialectOf(db);
  await endTable(
    db.schema
      .createTable("events")
      .addColumn("id", serial)
      .addColumn("number", millis)
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("meme_id", "text", (c) => c.notNull())
      .addColumn("author_id", "text", (c) => c.notNull())
      .addColumn("age", "integer", (c) => c.notNull())
      .addColumn("tags", "text", (c) => c.notNull()),
    { keyed: false },
  ).execute();
  await sql`create unique index events_by_number on events (number)`.execute(db);
  await sql`create index events_unnumbered on events (id) where number is null`.execute(db);
  // A meme becomes hot once.
  await sql`create unique index events_hot on events (meme_id) where kind = 'hot'`.execute(db);
}
