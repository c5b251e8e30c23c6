import type { Mail } from "../entities/mail.ts";
import type { Db, MailRow } from "./schema.ts";

const toMail = (row: MailRow): Mail => ({
  id: row.id,
  kind: row.kind,
  userId: row.user_id ?? undefined,
  address: row.address ?? undefined,
  language: row.language,
  about: JSON.parse(row.about) as Record<string, string>,
  request: row.request ?? undefined,
  ticket: row.ticket ?? undefined,
  tries: row.tries,
  error: row.error ?? undefined,
  createdAt: row.created_at,
  begunAt: row.begun_at ?? undefined,
  sentAt: row.sent_at ?? undefined,
  failedAt: row.failed_at ?? undefined,
});

/** A mail nobody has tried to send yet. */
export type NewMail = Pick<Mail, "id" | "kind" | "userId" | "address" | "language" | "about" | "request" | "createdAt">;

export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  const columns = {
    id: mail.id,
    kind: mail.kind,
    user_id: mail.userId ?? null,
    address: mail.address ?? null,
    address_key: mail.address?.toLowerCase() ?? null,
    language: mail.language,
    about: JSON.stringify(mail.about),
    request: mail.request ?? null,
    ticket: null,
    error: null,
    created_at: mail.createdAt,
    sent_at: null,
    failed_at: null,
  };
  await db.insertInto("mails").values(columns).execute();
}

export async function findMail(db: Db, id: string): Promise<Mail | undefined> {
  const row = await db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toMail(row);
}

/** Stores the hash of the secret in the next attempt. */
export const recordTicket = (db: Db, id: string, ticket: string): Promise<void> => updateMail(db, id, { ticket });

/** Before the first byte of a mail that may not be sent twice. False if another process has begun. */
export async function beginMail(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mails")
    .set({ begun_at: now })
    .where("id", "=", id)
    .where("begun_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Another process may have given it up, because this one was silent for long. */
export const recordSent = (db: Db, { id, tries }: Mail, now: number): Promise<void> =>
  updateMail(db, id, { sent_at: now, tries: tries + 1, error: null, failed_at: null });

/** It was not sent. With `failedAt` the mail is given up. */
export const recordMailError = (db: Db, { id, tries }: Mail, error: string, failedAt?: number): Promise<void> =>
  updateMail(db, id, { tries: tries + 1, error, begun_at: null, failed_at: failedAt });

async function updateMail(db: Db, id: string, change: Partial<MailRow>): Promise<void> {
  await db.updateTable("mails").set(change).where("id", "=", id).execute();
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom("mails").where("id", "=", id).execute();
}

/** Counts mails of one kind since a time, to one address or of one account, up to `max`. */
export async function countMails(
  db: Db,
  which: { kind: string; address: string } | { kind: string; userId: string },
  { since, until, max }: { since: number; until?: number; max: number },
): Promise<number> {
  let query = db.selectFrom("mails").select("id").where("kind", "=", which.kind).where("created_at", ">", since);
  if (until !== undefined) query = query.where("created_at", "<=", until);
  if ("address" in which) query = query.where("address_key", "=", which.address.toLowerCase());
  else query = query.where("user_id", "=", which.userId);
  return (await query.limit(max).execute()).length;
}

export interface MailOfAccount extends Mail {
  username: string | undefined;
}

const toMailOfAccount = (row: MailRow & { username: string | null }): MailOfAccount => ({
  ...toMail(row),
  username: row.username ?? undefined,
});

const withAccount = (db: Db) =>
  db.selectFrom("mails").leftJoin("users", "users.id", "mails.user_id").selectAll("mails").select("users.username");

/** Mails that were given up, newest first. */
export async function listFailedMails(db: Db, max: number): Promise<MailOfAccount[]> {
  const rows = await withAccount(db)
    .where("failed_at", "is not", null)
    .orderBy("failed_at", "desc")
    .orderBy("mails.id")
    .limit(max)
    .execute();
  return rows.map(toMailOfAccount);
}

export async function findMailsOfAccounts(db: Db, ids: readonly string[]): Promise<MailOfAccount[]> {
  if (ids.length === 0) return [];
  return (await withAccount(db).where("mails.id", "in", ids).execute()).map(toMailOfAccount);
}

/** Mails given up since a time, up to `max`. */
export const countFailedMails = async (db: Db, since: number, max: number): Promise<number> =>
  (await db.selectFrom("mails").select("id").where("failed_at", ">=", since).limit(max).execute()).length;

/** Deletes mails that were sent or given up before these times. */
export async function deleteMails(db: Db, { sentBefore, failedBefore }: { sentBefore: number; failedBefore: number }) {
  await db.deleteFrom("mails").where("sent_at", "<", sentBefore).execute();
  await db.deleteFrom("mails").where("failed_at", "<", failedBefore).execute();
}
