import { findComment } from "../../data/comments.ts";
import { hasOpenReport } from "../../data/reports.ts";
import type { User } from "../../entities/user.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";

/** Something the caller is about to report. */
export interface Reportable {
  meme: Meme;
  comment: Comment | undefined;
  /** Its author. */
  by: User | undefined;
  /** The caller has an open report about it. */
  reported: boolean;
}

export async function readReportable(ctx: Ctx, input: { memeId: string; commentId?: number }): Promise<Reportable> {
  const meme = await findVisibleMeme(ctx, input.memeId);
  const comment = input.commentId === undefined ? undefined : await findComment(ctx.db, input.commentId);
  if (input.commentId !== undefined && comment?.memeId !== meme.id)
    throw new DomainError("not_found", message("error.no-comment"));
  const about = { memeId: meme.id, commentId: comment?.id };
  const [by, reported] = await Promise.all([
    findUser(ctx.db, (comment ?? meme).authorId),
    ctx.actor.kind === "member" && hasOpenReport(ctx.db, about, ctx.actor.user.id),
  ]);
  return { meme, comment, by, reported };
}
