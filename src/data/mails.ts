import type { Insertable } from "kysely";

import type { Db, MailRow, MailsTable } from "./schema.ts";

export async function insertMail(db: Db, row: Insertable<MailsTable>): Promise<void> {
  await db.insertInto("mails").values(row).execute();
}

export const findMail = (db: Db, id: string): Promise<MailRow | undefined> =>
  db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();

export async function updateMail(db: Db, id: string, change: Partial<Omit<MailRow, "id">>): Promise<void> {
  await db.updateTable("mails").set(change).where("id", "=", id).execute();
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom("mails").where("id", "=", id).execute();
}

/** Of one kind and asked for since a moment, up to so many: to one address, or of one account. */
export async function countMails(
  db: Db,
  which: { kind: string; address: string } | { kind: string; userId: string },
  { since, until, most }: { since: number; until?: number; most: number },
): Promise<number> {
  let query = db.selectFrom("mails").select("id").where("kind", "=", which.kind).where("created_at", ">", since);
  if (until !== undefined) query = query.where("created_at", "<=", until);
  if ("address" in which) query = query.where("address_key", "=", which.address.toLowerCase());
  else query = query.where("user_id", "=", which.userId);
  return (await query.limit(most).execute()).length;
}

export interface MailOfAccount extends MailRow {
  username: string | null;
}

const withAccount = (db: Db) =>
  db.selectFrom("mails").leftJoin("users", "users.id", "mails.user_id").selectAll("mails").select("users.username");

/** Those that were given up, the last one first. */
export const listFailedMails = (db: Db, most: number): Promise<MailOfAccount[]> =>
  withAccount(db)
    .where("failed_at", "is not", null)
    .orderBy("failed_at", "desc")
    .orderBy("mails.id")
    .limit(most)
    .execute();

export const findMailsOfAccounts = async (db: Db, ids: readonly string[]): Promise<MailOfAccount[]> =>
  ids.length === 0 ? [] : withAccount(db).where("mails.id", "in", ids).execute();

/** Given up since a moment, up to so many. */
export const countFailedMails = async (db: Db, since: number, most: number): Promise<number> =>
  (await db.selectFrom("mails").select("id").where("failed_at", ">=", since).limit(most).execute()).length;

/** What was sent or given up before these moments. */
export async function deleteMails(db: Db, { sentBefore, failedBefore }: { sentBefore: number; failedBefore: number }) {
  await db.deleteFrom("mails").where("sent_at", "<", sentBefore).execute();
  await db.deleteFrom("mails").where("failed_at", "<", failedBefore).execute();
}
