import { sql } from "kysely";

import type { Db } from "../schema.ts";

/** More renditions of each picture, and whether it has transparent parts. */
export async function up(db: Db): Promise<void> {
  const { schema } = db;
  for (const column of [
    "small_bytes",
    "small_width",
    "small_height",
    "preview_bytes",
    "preview_width",
    "preview_height",
    "display_avif_bytes",
    "small_avif_bytes",
    "transparent",
  ])
    await schema.alterTable("memes").addColumn(column, "integer").execute();
  await schema
    .alterTable("memes")
    .addColumn("rendered", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index memes_to_render on memes (id) where rendered = 0`.execute(db);
}
