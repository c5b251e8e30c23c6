import type { Insertable } from "kysely";

import type { Db, IntegrationRow, IntegrationsTable } from "./schema.ts";

/** Oldest first. */
export const listIntegrations = (db: Db, userId: string): Promise<IntegrationRow[]> =>
  db
    .selectFrom("integrations")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("service")
    .orderBy("account")
    .execute();

/** Those that somebody can sign in with. */
export const listLinked = (db: Db, userId: string) =>
  db
    .selectFrom("integrations")
    .select(["service", "account"])
    .where("user_id", "=", userId)
    .where("subject", "is not", null)
    .execute();

/** Whose account there this is: of at most one person. */
export const findLinked = (db: Db, service: string, subject: string): Promise<IntegrationRow | undefined> =>
  db
    .selectFrom("integrations")
    .selectAll()
    .where("service", "=", service)
    .where("subject", "=", subject)
    .executeTakeFirst();

export const findIntegration = (
  db: Db,
  { user_id, service, account }: Pick<IntegrationRow, "user_id" | "service" | "account">,
): Promise<IntegrationRow | undefined> =>
  db
    .selectFrom("integrations")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("service", "=", service)
    .where("account", "=", account)
    .executeTakeFirst();

/** False if it was there already. */
export async function insertIntegration(db: Db, row: Insertable<IntegrationsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("integrations")
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateIntegration(
  db: Db,
  { user_id, service, account }: Pick<IntegrationRow, "user_id" | "service" | "account">,
  change: Partial<Pick<IntegrationRow, "account" | "name" | "subject" | "used_at">>,
): Promise<void> {
  await db
    .updateTable("integrations")
    .set(change)
    .where("user_id", "=", user_id)
    .where("service", "=", service)
    .where("account", "=", account)
    .execute();
}

/** All that the person can sign in with; returns how many. */
export async function deleteLinked(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("integrations")
    .where("user_id", "=", userId)
    .where("subject", "is not", null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** False if it was not there. */
export async function deleteIntegration(
  db: Db,
  { user_id, service, account }: Pick<IntegrationRow, "user_id" | "service" | "account">,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("integrations")
    .where("user_id", "=", user_id)
    .where("service", "=", service)
    .where("account", "=", account)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
