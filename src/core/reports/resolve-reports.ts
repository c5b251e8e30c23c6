import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { cleanText } from "../text.ts";
import { type WhichReports, requireSettler, settleReports } from "./settle-reports.ts";

export const MAX_REPORT_COMMENT = 1000;
export const resolveReport = (ctx: Ctx, id: number, comment: string) => resolveReports(ctx, { id, comment });

/** Closes reports with the outcome. Notifies the reporters. */
export async function resolveReports(ctx: Ctx, { comment, ...which }: WhichReports & { comment: string }) {
  requireSettler(ctx);
  const words = cleanText("comment", comment, { min: 1, max: MAX_REPORT_COMMENT });
  return settleReports(ctx, which, {
    kind: "resolve",
    from: ["open", "assigned"],
    change: { status: "resolved", comment: words },
    tooLate: message("error.report-resolved"),
  });
}
