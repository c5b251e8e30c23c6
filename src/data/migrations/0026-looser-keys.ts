import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Names, addresses and slots change, and nobody who writes about a person or a meme has to wait for that. */
export async function up(db: Db): Promise<void> {
  const { loosenKey } = dialectOf(db);
  await loosenKey(db, "users", "username_key");
  await loosenKey(db, "users", "email_key");
  await db.schema.dropIndex("memes_by_slot").execute();
  await sql`create unique index memes_by_slot on memes (age, slot) where slot is not null`.execute(db);
}
