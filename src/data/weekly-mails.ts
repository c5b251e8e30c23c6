import type { Selectable } from "kysely";

import type { WeeklyMail } from "../entities/weekly-mail.ts";
import type { Db } from "./schema.ts";
import type { WeeklyMailsTable } from "./tables/people.ts";

const toWeeklyMail = (row: Selectable<WeeklyMailsTable>): WeeklyMail => ({
  userId: row.user_id,
  language: row.language,
  nextAt: row.next_at,
});

export async function findWeeklyMail(db: Db, userId: string): Promise<WeeklyMail | undefined> {
  const row = await db.selectFrom("weekly_mails").selectAll().where("user_id", "=", userId).executeTakeFirst();
  return row && toWeeklyMail(row);
}

/** Leaves the moment of somebody who gets it already. */
export async function insertWeeklyMail(db: Db, { userId, language, nextAt }: WeeklyMail): Promise<void> {
  await db
    .insertInto("weekly_mails")
    .values({ user_id: userId, language, next_at: nextAt })
    .onConflict((c) => c.column("user_id").doUpdateSet({ language }))
    .execute();
}

export async function deleteWeeklyMail(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("weekly_mails").where("user_id", "=", userId).execute();
}

/** Longest overdue first. */
export async function listDueWeeklyMails(db: Db, now: number, amount: number): Promise<WeeklyMail[]> {
  const due = db.selectFrom("weekly_mails").selectAll().where("next_at", "<=", now);
  return (await due.orderBy("next_at").orderBy("user_id").limit(amount).execute()).map(toWeeklyMail);
}

/** False if another process was faster, or the person no longer wants it. */
export async function moveWeeklyMail(db: Db, { userId, nextAt }: WeeklyMail, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("weekly_mails")
    .set({ next_at: to })
    .where("user_id", "=", userId)
    .where("next_at", "=", nextAt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
