import { findComment } from "../../data/comments.ts";
import { hasOpenReport, insertReport } from "../../data/reports.ts";
import type { Report, Reported } from "../../entities/report.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { lockVisibleMeme } from "../memes/find-visible-meme.ts";
import { cleanText } from "../text.ts";
import type { ReportWithAssignee } from "./read-report.ts";

export const MAX_REASON = 100;
export const MAX_DESCRIPTION = 1000;

export interface Complaint {
  reason: string;
  description: string;
  /** Refuse if the same person has an open report about the same item. */
  once?: boolean;
}

export const reportMeme = (ctx: Ctx, { memeId, ...complaint }: Complaint & { memeId: string }) =>
  report(ctx, { memeId, commentId: undefined }, complaint);

/** Requires that the caller can see the comment and its meme. */
export const reportComment = (
  ctx: Ctx,
  { memeId, commentId, ...complaint }: Complaint & { memeId: string; commentId: number },
) => report(ctx, { memeId, commentId }, complaint);

async function report(ctx: Ctx, about: Reported, complaint: Complaint): Promise<ReportWithAssignee> {
  const { user } = requireMember(ctx.actor);
  const by = { reporterId: user.id, email: undefined, language: undefined };
  return inTransaction(ctx, (tx) => fileReport(tx, about, complaint, by));
}

/** Runs inside a transaction. The caller has checked who may. */
export async function fileReport(
  tx: Ctx,
  about: Reported,
  complaint: Complaint,
  by: Pick<Report, "reporterId" | "email" | "language">,
): Promise<ReportWithAssignee> {
  const reason = cleanText("reason", complaint.reason, { min: 1, max: MAX_REASON });
  const description = cleanText("description", complaint.description, { max: MAX_DESCRIPTION, field: "description" });
  // Takes a row lock, so that a double click makes one report.
  const meme = await lockVisibleMeme(tx, about.memeId);
  if (about.commentId !== undefined && (await findComment(tx.db, about.commentId))?.memeId !== meme.id)
    throw new DomainError("not_found", message("error.no-comment"));
  if (complaint.once && (await hasOpenReport(tx.db, about, by.reporterId)))
    throw new DomainError("invalid", message("error.reported-already"));
  const made = await insertReport(tx.db, { ...about, ...by, reason, description, createdAt: tx.now });
  return { report: made, assignee: undefined };
}
