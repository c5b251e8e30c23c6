import { sql } from "kysely";

import { REPORT_STATUSES, type Report, type Reported, type ReportStatus } from "../entities/report.ts";
import { prepared } from "./prepared.ts";
import type { Db, ReportRow } from "./schema.ts";

const BEYOND_ALL = 2 ** 31 - 1;

const statusColumn = (status: ReportStatus) => REPORT_STATUSES.indexOf(status);
const UNRESOLVED = [statusColumn("open"), statusColumn("assigned")];

export const toReport = (row: ReportRow): Report => ({
  id: row.id,
  memeId: row.meme_id,
  commentId: row.comment_id ?? undefined,
  reporterId: row.reporter_id ?? undefined,
  email: row.email ?? undefined,
  language: row.language ?? undefined,
  reason: row.reason,
  description: row.description,
  status: REPORT_STATUSES[row.status]!,
  assigneeId: row.assignee_id ?? undefined,
  comment: row.comment ?? undefined,
  createdAt: row.created_at,
});

const byReporter = prepared(
  (db, reporterId: string, beforeId: number, amount: number, skip: number) =>
    db
      .selectFrom("reports")
      .selectAll()
      .where("reporter_id", "=", reporterId)
      .where("id", "<", beforeId)
      .orderBy("id", "desc")
      .limit(amount)
      .offset(skip),
  toReport,
);

/** Newest first. */
export const listReportsOf = async (
  db: Db,
  reporterId: string,
  { amount, skip, after = BEYOND_ALL }: { amount: number; skip: number; after?: number },
): Promise<Report[]> => byReporter(db, reporterId, after, amount, skip);

/** Reads each status from its own index, so that resolved reports, of which there may be many, are skipped. */
async function listUnresolved(db: Db, amount: number, after: number, which = sql``): Promise<Report[]> {
  const each = UNRESOLVED.map(
    (status) => sql`select * from (select r.* from reports r
      where r.status = ${sql.lit(status)} and r.id > ${after} ${which}
      order by r.id limit ${amount}) as ${sql.ref(`status_${status}`)}`,
  );
  const { rows } = await sql<ReportRow>`select * from (${sql.join(each, sql` union all `)}) as unresolved
    order by id limit ${amount}`.execute(db);
  return rows.map(toReport);
}

/** Unresolved reports, oldest first. */
export const listUnresolvedReports = (db: Db, max: number): Promise<Report[]> => listUnresolved(db, max, 0);

/** Leaves out reports about this person's own content. */
const notAbout = (maker: string | undefined) =>
  maker === undefined
    ? sql``
    : sql`and not exists (select 1 from memes m
        where r.comment_id is null and m.id = r.meme_id and m.author_id = ${maker})
      and not exists (select 1 from comments c
        where c.meme_id = r.meme_id and c.id = r.comment_id and c.author_id = ${maker})`;

/** The oldest report about each item. */
const FIRST_OF_ITS_KIND = sql`and not exists (select 1 from reports o
  where o.meme_id = r.meme_id and o.id < r.id and o.status < 2
    and coalesce(o.comment_id, 0) = coalesce(r.comment_id, 0))`;

/** The moderation queue, oldest first: one report per item, without the caller's own content. */
export const listReportedItems = (
  db: Db,
  { amount, after = 0, party }: { amount: number; after?: number; party?: string },
): Promise<Report[]> => listUnresolved(db, amount, after, sql`${FIRST_OF_ITS_KIND} ${notAbout(party)}`);

/** Counts up to `max`. */
export async function countUnresolvedReports(db: Db, max: number, party?: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from reports r where r.status in (${sql.join(UNRESOLVED.map((status) => sql.lit(status)))})
      ${notAbout(party)} limit ${max}) as counted`.execute(db);
  return Number(rows[0]!.count);
}

/** Unresolved reports about one item, oldest first. */
export async function listReportsAbout(
  db: Db,
  { memeId, commentId }: Reported,
  { max, by }: { max: number; by?: string },
): Promise<Report[]> {
  let query = db.selectFrom("reports").selectAll().where("meme_id", "=", memeId).where("status", "in", UNRESOLVED);
  query = commentId === undefined ? query.where("comment_id", "is", null) : query.where("comment_id", "=", commentId);
  if (by !== undefined) query = query.where("reporter_id", "=", by);
  return (await query.orderBy("id").limit(max).execute()).map(toReport);
}

/** Whether there is an open report; with `by`, one from this person. */
export const hasOpenReport = async (db: Db, about: Reported, by?: string): Promise<boolean> =>
  (await listReportsAbout(db, about, { max: 1, by })).length > 0;

/** Reports about this person's memes and comments, newest first. */
export async function listReportsAgainst(db: Db, userId: string, amount: number): Promise<Report[]> {
  const { rows } = await sql<ReportRow>`select * from (
      select r.* from memes m join reports r on r.meme_id = m.id and r.comment_id is null where m.author_id = ${userId}
      union all
      select r.* from comments c join reports r on r.meme_id = c.meme_id and r.comment_id = c.id
        where c.author_id = ${userId}) as against
    order by id desc limit ${amount}`.execute(db);
  return rows.map(toReport);
}

export async function findReport(db: Db, id: number): Promise<Report | undefined> {
  const row = await db.selectFrom("reports").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toReport(row);
}

/** An open report. */
export type NewReport = Omit<Report, "id" | "status" | "assigneeId" | "comment">;

export async function insertReport(db: Db, report: NewReport): Promise<Report> {
  const columns = {
    meme_id: report.memeId,
    comment_id: report.commentId ?? null,
    reporter_id: report.reporterId ?? null,
    email: report.email ?? null,
    language: report.language ?? null,
    reason: report.reason,
    description: report.description,
    status: statusColumn("open"),
    assignee_id: null,
    comment: null,
    created_at: report.createdAt,
  };
  return toReport(await db.insertInto("reports").values(columns).returningAll().executeTakeFirstOrThrow());
}

/** Undefined, with nothing changed, if it is in none of these states. Omitted fields stay as they are. */
export async function updateReport(
  db: Db,
  id: number,
  from: readonly ReportStatus[],
  { status, assigneeId, comment }: { status: ReportStatus; assigneeId: string; comment?: string },
): Promise<Report | undefined> {
  const row = await db
    .updateTable("reports")
    .set({ status: statusColumn(status), assignee_id: assigneeId, comment })
    .where("id", "=", id)
    .where("status", "in", from.map(statusColumn))
    .returningAll()
    .executeTakeFirst();
  return row && toReport(row);
}

/** Once the outcome is on its way. */
export async function forgetEmail(db: Db, id: number): Promise<void> {
  await db.updateTable("reports").set({ email: null }).where("id", "=", id).execute();
}
