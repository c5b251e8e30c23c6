import { forgetEmail, listReportsAbout, updateReport } from "../../data/reports.ts";
import type { Report, ReportStatus } from "../../entities/report.ts";
import { findUser, lockUsers } from "../../data/users.ts";
import { message, type Message } from "../../words/messages.ts";
import { isStaff, requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { recordAct } from "../moderation/record-act.ts";
import { notify } from "../notifications/notify.ts";
import { findReported, readReport } from "./read-report.ts";

/** Limit per act. */
const MAX_AT_ONCE = 200;

/** One report; with `through`, all about the same item up to that one. */
export interface WhichReports {
  id: number;
  through?: number;
}

interface Settling {
  kind: "take" | "resolve";
  from: ReportStatus[];
  change: { status: ReportStatus; comment?: string };
  tooLate: Message;
}

export function requireSettler({ actor }: Ctx) {
  const { user } = requireMember(actor);
  if (!isStaff(actor)) throw new DomainError("not_allowed", message("error.staff-settle-reports"));
  return user;
}

export async function settleReports(ctx: Ctx, which: WhichReports, { kind, from, change, tooLate }: Settling) {
  const user = requireSettler(ctx);
  return inFreeingTransaction(ctx, async (tx) => {
    const { report: named } = await readReport(tx, which.id);
    const settled: Report[] = [];
    const reports = await listToSettle(tx, named, which);
    await lockUsers(tx.db, [...new Set(reports.flatMap(({ reporterId }) => reporterId ?? []))]);
    for (const { id } of reports) {
      const report = await updateReport(tx.db, id, from, { ...change, assigneeId: user.id });
      if (!report) continue;
      settled.push(report);
      await tellReporter(tx, report);
    }
    const report = settled.find(({ id }) => id === named.id) ?? settled[0];
    if (!report) throw new DomainError("invalid", tooLate);
    const note = change.comment ?? "";
    await recordAct(tx, {
      kind,
      user: await findAuthor(tx, report),
      memeId: report.memeId,
      reportId: report.id,
      note,
    });
    return { report, assignee: user };
  });
}

/** Guests hear of the outcome only, and only if they left an address. */
async function tellReporter(tx: Ctx, report: Report): Promise<void> {
  const { id, reporterId, email, language, comment } = report;
  if (reporterId !== undefined) return notify(tx, reporterId, { kind: "report", reportId: id, text: comment ?? "" });
  if (email === undefined || report.status !== "resolved") return;
  const about = { report: String(id), comment: comment ?? "", meme: report.memeId };
  await queueMail(tx, { kind: "report-outcome", user: undefined, address: email, language, about });
  await forgetEmail(tx.db, id);
}

async function listToSettle({ db }: Ctx, named: Report, { through }: WhichReports): Promise<Report[]> {
  if (through === undefined) return [named];
  const all = await listReportsAbout(db, named, { max: MAX_AT_ONCE });
  return all.filter(({ id }) => id <= through);
}

/** Author of the reported item; undefined if it is deleted. */
async function findAuthor(tx: Ctx, report: Report) {
  const work = await findReported(tx, report);
  return work && findUser(tx.db, work.authorId);
}
