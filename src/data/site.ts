import type { Db } from "./schema.ts";

/** A name that this database has and no other. */
export async function readSiteId(db: Db): Promise<string> {
  const row = await db.selectFrom("site").select("value").where("name", "=", "id").executeTakeFirstOrThrow();
  return row.value;
}
