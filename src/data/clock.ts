import { sql } from "kysely";

import type { Db } from "./schema.ts";

/** When the newest meme, account or comment was made. Each is the last one by its key. */
export async function newestMoment(db: Db): Promise<number> {
  const last = (table: "memes" | "users" | "comments") =>
    sql`select created_at from (select created_at from ${sql.table(table)} order by id desc limit 1) as last`;
  const { rows } = await sql<{ created_at: number }>`${last("memes")} union all ${last("users")} union all
    ${last("comments")}`.execute(db);
  return Math.max(0, ...rows.map(({ created_at: at }) => at));
}
