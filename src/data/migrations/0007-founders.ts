import { sql, type Kysely } from "kysely";

/** There are few: found without a look at everybody else. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index users_founders on users (id) where founder = 1`.execute(db);
}
