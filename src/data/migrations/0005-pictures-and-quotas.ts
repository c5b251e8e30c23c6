import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const { millis, widenNumber } = dialectOf(db);
  const { schema } = db;

  // Sizes of a meme's stored files. Null until measured.
  for (const column of [
    "original_bytes",
    "display_bytes",
    "display_width",
    "display_height",
    "thumbnail_bytes",
    "thumbnail_width",
    "thumbnail_height",
  ])
    await schema.alterTable("memes").addColumn(column, "integer").execute();
  await sql`create index memes_unmeasured on memes (id) where thumbnail_bytes is null`.execute(db);

  // Sums of bytes and times in milliseconds both exceed 32 bits.
  for (const column of ["stored_bytes", "posts_full_at"])
    await schema
      .alterTable("users")
      .addColumn(column, millis, (c) => c.notNull().defaultTo(0))
      .execute();
  await widenNumber(db, "counters", "value");
  await db
    .insertInto("counters")
    .values(["bytes", "posts_full_at"].map((name) => ({ name, value: 0 })))
    .execute();

  await sql`insert into jobs (kind, subject, run_at, attempts, error)
    select 'measure-images', '', 0, 0, null where exists (select 1 from memes)`.execute(db);
}
