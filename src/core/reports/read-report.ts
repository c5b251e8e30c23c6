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
  /** The staff member it is assigned to. */
  assignee: User | undefined;
}

/** For the reporter, and for staff unless it is about their own content. To anybody else it does not exist. */
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

/** The reported item; undefined if deleted. */
export const findReported = ({ db }: Pick<Ctx, "db">, { memeId, commentId }: Reported) =>
  commentId === undefined ? findMeme(db, memeId) : findComment(db, commentId);

const noReport = () => new DomainError("not_found", message("error.no-report"));

export interface OwnReport extends ReportWithAssignee {
  /** Undefined if deleted, or hidden from the reporter. */
  meme: Meme | undefined;
  /** Undefined if the report is about the meme itself, or the comment is deleted or under a hidden meme. */
  comment: Comment | undefined;
}

/** With the reported items, as far as the caller may see them. */
export async function listOwnReportsInFull(ctx: Ctx, query: PageQuery<number>): Promise<Page<OwnReport, number>> {
  const { items, next } = await listOwnReports(ctx, query);
  const about = await findMemes(
    ctx.db,
    items.map(({ report }) => report.memeId),
  );
  const memes = new Map([...about].filter(([, meme]) => canSee(ctx.actor, meme)));
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
