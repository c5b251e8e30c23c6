import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { type WhichReports, settleReports } from "./settle-reports.ts";

export const takeReport = (ctx: Ctx, id: number) => takeReports(ctx, { id });

/** Assigns reports to the caller. Notifies the reporters. */
export const takeReports = (ctx: Ctx, which: WhichReports) =>
  settleReports(ctx, which, {
    kind: "take",
    from: ["open"],
    change: { status: "assigned" },
    tooLate: message("error.report-taken"),
  });
