import { listUnresolvedReports } from "../../data/reports.ts";
import { message } from "../../words/messages.ts";
import { isStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { withAssignees, type ReportWithAssignee } from "./read-report.ts";

/** Unresolved reports, oldest first. */
export async function listOpenReports(ctx: Ctx, max: number): Promise<ReportWithAssignee[]> {
  if (!isStaff(ctx.actor)) throw new DomainError("not_allowed", message("error.staff-see-reports"));
  return withAssignees(ctx, await listUnresolvedReports(ctx.db, max));
}
