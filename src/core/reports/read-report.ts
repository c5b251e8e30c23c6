import { findComment, findComments } from "../../data/comments.ts";
import { findMeme, findMemes } from "../../data/memes.ts";
import { findReport, listReportsOf } from "../../data/reports.ts";
import type { User } from "../../entities/user.ts";
import type { Report, Reported } from "../../entities/report.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUsers } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { canSee, isStaff, partyOf, requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";

export interface ReportWithAssignee {
  report: Report;
  /** Who of the staff has taken it. */
  assignee: User | undefined;
}

/** By whoever reported, or by staff that did not make what it is about; to anybody else it is not there. */
export async function readReport(ctx: Ctx, id: number): Promise<ReportWithAssignee> {
  const { user } = requireMember(ctx.actor);
  const report = await findReport(ctx.db, id);
  if (!report) throw noReport();
  const mayRead = report.reporterId === user.id || (isStaff(ctx.actor) && !(await isParty(ctx, report)));
  if (!mayRead) throw noReport();
  return (await withAssignees(ctx, [report]))[0]!;
}

const isParty = async (ctx: Ctx, report: Report) =>
  (await findReported(ctx, report))?.authorId === (partyOf(ctx.actor) ?? null);

/** What was reported; undefined when it is gone. */
export const findReported = ({ db }: Pick<Ctx, "db">, { memeId, commentId }: Reported) =>
  commentId === undefined ? findMeme(db, memeId) : findComment(db, commentId);

const noReport = () => new DomainError("not_found", message("error.no-report"));

export interface OwnReport extends ReportWithAssignee {
  /** Undefined when it is gone, or hidden from whoever reported it. */
  meme: Meme | undefined;
  /** Undefined where the report is about the meme itself, and when it is gone or under what is hidden. */
  comment: Comment | undefined;
}

/** With what they are about, as far as the caller may see it. */
export async function listOwnReportsInFull(ctx: Ctx, query: PageQuery<number>): Promise<Page<OwnReport, number>> {
  const { items, next } = await listOwnReports(ctx, query);
  const about = await findMemes(ctx.db, [...new Set(items.map(({ report }) => report.memeId))]);
  const memes = new Map(about.filter((meme) => canSee(ctx.actor, meme)).map((meme) => [meme.id, meme]));
  const found = await findComments(
    ctx.db,
    items.flatMap(({ report }) => (memes.has(report.memeId) ? (report.commentId ?? []) : [])),
  );
  const comments = new Map(found.map((comment) => [comment.id, comment]));
  return {
    items: items.map((one) => ({
      ...one,
      meme: memes.get(one.report.memeId),
      comment: comments.get(one.report.commentId ?? 0),
    })),
    next,
  };
}

/** The caller's own, newest first. */
export async function listOwnReports(ctx: Ctx, query: PageQuery<number>): Promise<Page<ReportWithAssignee, number>> {
  const { user } = requireMember(ctx.actor);
  const found = await listReportsOf(ctx.db, user.id, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last.id);
  return { items: await withAssignees(ctx, items), next };
}

export async function withAssignees({ db }: Ctx, reports: Report[]): Promise<ReportWithAssignee[]> {
  const users = await findUsers(
    db,
    reports.flatMap((report) => report.assigneeId ?? []),
  );
  return reports.map((report) => ({ report, assignee: users.get(report.assigneeId ?? "") }));
}
