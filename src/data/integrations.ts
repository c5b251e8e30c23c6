import type { Selectable } from "kysely";

import type { LinkedAccount, LinkedAccountId, ListedAccount } from "../entities/linked-account.ts";
import type { Db } from "./schema.ts";
import type { IntegrationsTable } from "./tables/people.ts";

const toLinkedAccount = (row: Selectable<IntegrationsTable>): LinkedAccount => ({
  userId: row.user_id,
  service: row.service,
  account: row.account,
  subject: row.subject ?? undefined,
  name: row.name ?? undefined,
  createdAt: row.created_at,
  usedAt: row.used_at ?? undefined,
});

/** Oldest first. */
export async function listIntegrations(db: Db, userId: string): Promise<LinkedAccount[]> {
  const rows = await db
    .selectFrom("integrations")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("service")
    .orderBy("account")
    .execute();
  return rows.map(toLinkedAccount);
}

/** Accounts the person can sign in with. */
export const listLinked = (db: Db, userId: string) =>
  db
    .selectFrom("integrations")
    .select(["service", "account"])
    .where("user_id", "=", userId)
    .where("subject", "is not", null)
    .execute();

/** At most one person has linked it. */
export async function findLinked(db: Db, service: string, subject: string): Promise<LinkedAccount | undefined> {
  const query = db.selectFrom("integrations").selectAll().where("service", "=", service);
  const row = await query.where("subject", "=", subject).executeTakeFirst();
  return row && toLinkedAccount(row);
}

export async function findIntegration(db: Db, linked: LinkedAccountId): Promise<LinkedAccount | undefined> {
  const { userId, service, account } = linked;
  const row = await db
    .selectFrom("integrations")
    .selectAll()
    .where("user_id", "=", userId)
    .where("service", "=", service)
    .where("account", "=", account)
    .executeTakeFirst();
  return row && toLinkedAccount(row);
}

/** False if it already existed. */
export async function insertIntegration(db: Db, linked: ListedAccount & Partial<LinkedAccount>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("integrations")
    .values({
      user_id: linked.userId,
      service: linked.service,
      account: linked.account,
      subject: linked.subject ?? null,
      name: linked.name ?? null,
      created_at: linked.createdAt,
      used_at: linked.usedAt ?? null,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A name set to undefined is cleared. */
export async function updateIntegration(
  db: Db,
  { userId, service, account }: LinkedAccountId,
  change: Partial<Pick<LinkedAccount, "account" | "name" | "usedAt">>,
): Promise<void> {
  await db
    .updateTable("integrations")
    .set({
      account: change.account,
      name: "name" in change ? (change.name ?? null) : undefined,
      used_at: change.usedAt,
    })
    .where("user_id", "=", userId)
    .where("service", "=", service)
    .where("account", "=", account)
    .execute();
}

/** Deletes all accounts the person can sign in with; returns how many. */
export async function deleteLinked(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("integrations")
    .where("user_id", "=", userId)
    .where("subject", "is not", null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** False if it did not exist. */
export async function deleteIntegration(db: Db, { userId, service, account }: LinkedAccountId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("integrations")
    .where("user_id", "=", userId)
    .where("service", "=", service)
    .where("account", "=", account)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
