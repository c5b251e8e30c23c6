import { sql } from "kysely";

import type { Db } from "../schema.ts";

/** The day whose meme of the day it is. Most have none. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable("memes").addColumn("won_day", "integer").execute();
  await sql`create unique index memes_of_days on memes (won_day) where won_day is not null`.execute(db);
}
