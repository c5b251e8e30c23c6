import { sql } from "kysely";

import type { Db } from "../schema.ts";

/** There are few, and this finds them without scanning everybody else. */
export async function up(db: Db): Promise<void> {
  await sql`create index users_founders on users (id) where founder = 1`.execute(db);
}
