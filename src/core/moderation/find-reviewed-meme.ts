import { findMeme } from "../../data/memes.ts";
import { hasOpenReport } from "../../data/reports.ts";
import type { Meme } from "../../entities/meme.ts";
import { message } from "../../words/messages.ts";
import { canSee, partyOf, requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";

/** Staff hold the meme, or the meme (or this comment) has an open report. */
export const isUnderReview = async ({ db }: Ctx, meme: Meme, commentId?: number): Promise<boolean> =>
  isHeldByStaff(meme) || (await hasOpenReport(db, { memeId: meme.id, commentId }));

const isHeldByStaff = ({ held }: Meme) => held === "hidden" || held === "waiting";

/**
 * The gate for staff and their pages: everything public, and of hidden memes only those held or reported. Staff cannot
 * review their own memes.
 */
export async function findReviewedMeme(ctx: Ctx, id: string, commentId?: number): Promise<Meme> {
  requireStaff(ctx.actor);
  const meme = isId(id) ? await findMeme(ctx.db, id) : undefined;
  if (!meme || !(canSee(ctx.actor, meme) || (await isUnderReview(ctx, meme, commentId)))) throw noMeme();
  if (meme.authorId === partyOf(ctx.actor)) throw new DomainError("not_allowed", message("error.judge-yourself"));
  return meme;
}

/** Only held or reported memes: for what staff should see nowhere else. */
export async function findMemeUnderReview(ctx: Ctx, id: string): Promise<Meme> {
  const meme = await findReviewedMeme(ctx, id);
  if (!(await isUnderReview(ctx, meme))) throw noMeme();
  return meme;
}

const noMeme = () => new DomainError("not_found", message("error.no-meme"));
