import { findComments } from "../../data/comments.ts";
import { findMemes } from "../../data/memes.ts";
import { countUnresolvedReports, listReportedItems, listReportsAbout } from "../../data/reports.ts";
import type { User } from "../../entities/user.ts";
import type { Report, Reported } from "../../entities/report.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUsers } from "../../data/users.ts";
import { partyOf, requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";

/** More reports about one item say nothing new. */
export const MAX_REPORTS_SHOWN = 50;
const MAX_COUNTED = 100;

export interface ReportBy {
  report: Report;
  /** Undefined if the account has just been deleted. */
  reporter: User | undefined;
  /** The staff member it is assigned to. */
  assignee: User | undefined;
}

/** A reported item with its reports. */
export interface ReportedItem {
  reports: ReportBy[];
  /** There are more reports than these. */
  more: boolean;
  memeId: string;
  /** Undefined if deleted. */
  meme: Meme | undefined;
  author: User | undefined;
  /** Undefined if the report is about the meme itself. */
  commentId: number | undefined;
  /** Undefined if deleted. */
  comment: Comment | undefined;
  commenter: User | undefined;
}

/** The moderation queue, oldest report first, without the caller's own content. */
export async function listQueue(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: number },
): Promise<Page<ReportedItem, number>> {
  requireStaff(ctx.actor);
  const found = await listReportedItems(ctx.db, { amount: amount + 1, after, party: partyOf(ctx.actor) });
  const { items, next } = pageOf(found, amount, (last) => last.id);
  return { items: await withAll(ctx, items), next };
}

/** Unresolved reports. Capped at 100, which is all a menu has room for. */
export const countOpenReports = ({ db, actor }: Ctx): Promise<number> =>
  countUnresolvedReports(db, MAX_COUNTED, partyOf(actor));

/** Reports about a meme itself, not its comments. */
export async function readReported(ctx: Ctx, meme: Meme): Promise<ReportedItem> {
  requireStaff(ctx.actor);
  const [item] = await withAll(ctx, [{ memeId: meme.id, commentId: undefined }]);
  return item!;
}

async function withAll({ db }: Ctx, items: Reported[]): Promise<ReportedItem[]> {
  const memes = await findMemes(
    db,
    items.map(({ memeId }) => memeId),
  );
  const comments = byId(
    await findComments(
      db,
      items.flatMap(({ commentId }) => commentId ?? []),
    ),
  );
  const reports = await Promise.all(
    items.map(({ memeId, commentId }) => listReportsAbout(db, { memeId, commentId }, { max: MAX_REPORTS_SHOWN + 1 })),
  );
  const people = await findUsers(db, [
    ...reports.flat().flatMap(({ reporterId, assigneeId }) => [reporterId ?? [], assigneeId ?? []].flat()),
    ...[...memes.values(), ...comments.values()].map(({ authorId }) => authorId),
  ]);
  return items.map(({ memeId, commentId }, i) => {
    const meme = memes.get(memeId);
    const comment = comments.get(commentId ?? 0);
    return {
      reports: reports[i]!.slice(0, MAX_REPORTS_SHOWN).map((report) => ({
        report,
        reporter: people.get(report.reporterId ?? ""),
        assignee: people.get(report.assigneeId ?? ""),
      })),
      more: reports[i]!.length > MAX_REPORTS_SHOWN,
      memeId,
      meme,
      author: people.get(meme?.authorId ?? ""),
      commentId,
      comment,
      commenter: people.get(comment?.authorId ?? ""),
    };
  });
}

const byId = <T extends { id: string | number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));
