import type { Insertable, Updateable } from "kysely";

import { prepared } from "./prepared.ts";
import type { Db, ReportRow, ReportsTable } from "./schema.ts";

const BEYOND_ALL = 2 ** 31 - 1;

const byReporter = prepared((db, reporterId: string, beforeId: number, amount: number, skip: number) =>
  db
    .selectFrom("reports")
    .selectAll()
    .where("reporter_id", "=", reporterId)
    .where("id", "<", beforeId)
    .orderBy("id", "desc")
    .limit(amount)
    .offset(skip),
);

/** Newest first. */
export const listReportsOf = async (
  db: Db,
  reporterId: string,
  { amount, skip, after = BEYOND_ALL }: { amount: number; skip: number; after?: number },
): Promise<ReportRow[]> => byReporter(db, reporterId, after, amount, skip);

/** Those that nobody has settled yet, oldest first. */
export const listUnresolvedReports = (db: Db, most: number): Promise<ReportRow[]> =>
  db.selectFrom("reports").selectAll().where("status", "<", 2).orderBy("id").limit(most).execute();

export const findReport = (db: Db, id: number): Promise<ReportRow | undefined> =>
  db.selectFrom("reports").selectAll().where("id", "=", id).executeTakeFirst();

export const insertReport = (db: Db, row: Insertable<ReportsTable>): Promise<ReportRow> =>
  db.insertInto("reports").values(row).returningAll().executeTakeFirstOrThrow();

/** Undefined, and nothing changed, if it is not in one of these states any more. */
export const updateReport = (
  db: Db,
  id: number,
  from: readonly number[],
  change: Updateable<ReportsTable>,
): Promise<ReportRow | undefined> =>
  db
    .updateTable("reports")
    .set(change)
    .where("id", "=", id)
    .where("status", "in", from)
    .returningAll()
    .executeTakeFirst();
