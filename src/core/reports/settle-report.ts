import { updateReport } from "../../data/reports.ts";
import type { ReportRow } from "../../data/schema.ts";
import { said, type Said } from "../../words/messages.ts";
import { isStaff, requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { NOTIFICATION, notify } from "../notifications/notify.ts";
import { cleanText } from "../text.ts";
import { readReport, REPORT } from "./read-report.ts";

const MOST_REPORT_COMMENT = 1000;

/** Staff says: this one is mine. Whoever reported is told. */
export const takeReport = (ctx: Ctx, id: number) =>
  settle(ctx, id, [REPORT.open], { status: REPORT.assigned }, said("error.report-taken"));

/** Staff says what came of it. Whoever reported is told. */
export async function resolveReport(ctx: Ctx, id: number, comment: string) {
  const words = cleanText("comment", comment, { least: 1, most: MOST_REPORT_COMMENT });
  const change = { status: REPORT.resolved, comment: words };
  return settle(ctx, id, [REPORT.open, REPORT.assigned], change, said("error.report-resolved"));
}

async function settle(ctx: Ctx, id: number, from: number[], change: Partial<ReportRow>, tooLate: Said) {
  const { user } = requireMember(ctx.actor);
  if (!isStaff(ctx.actor)) throw new DomainError("not_allowed", said("error.staff-settle-reports"));
  return inTransaction(ctx, async (tx) => {
    await readReport(tx, id);
    const report = await updateReport(tx.db, id, from, { ...change, assignee_id: user.id });
    if (!report) throw new DomainError("invalid", tooLate);
    const text = report.comment ?? "";
    await notify(tx, report.reporter_id, { type: NOTIFICATION.report, reportId: id, text });
    return { report, assignee: user };
  });
}
