import type { Db } from "./schema.ts";

export const listIntegrations = (db: Db, userId: string) =>
  db.selectFrom("integrations").select(["service", "account"]).where("user_id", "=", userId).execute();

/** Those that somebody can sign in with. */
export const listLinked = (db: Db, userId: string) =>
  db
    .selectFrom("integrations")
    .select(["service", "account"])
    .where("user_id", "=", userId)
    .where("subject", "is not", null)
    .execute();

/** False if it was there already. */
export async function insertIntegration(
  db: Db,
  row: { user_id: string; service: string; account: string; created_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("integrations")
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
