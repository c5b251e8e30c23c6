import { insertReport } from "../../data/reports.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";
import { cleanText } from "../text.ts";
import { REPORT, type ReportWithAssignee } from "./read-report.ts";

export const MOST_REASON = 100;
export const MOST_DESCRIPTION = 1000;

export async function reportMeme(
  ctx: Ctx,
  input: { memeId: string; reason: string; description: string },
): Promise<ReportWithAssignee> {
  const { user } = requireMember(ctx.actor);
  const reason = cleanText("reason", input.reason, { least: 1, most: MOST_REASON });
  const description = cleanText("description", input.description, { most: MOST_DESCRIPTION });
  return inTransaction(ctx, async (tx) => {
    const meme = await findVisibleMeme(tx, input.memeId);
    const report = await insertReport(tx.db, {
      meme_id: meme.id,
      reporter_id: user.id,
      reason,
      description,
      status: REPORT.open,
      assignee_id: null,
      comment: null,
      created_at: ctx.now,
    });
    return { report, assignee: undefined };
  });
}
