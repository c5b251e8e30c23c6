import { findMeme } from "../../data/memes.ts";
import { hasOpenReport } from "../../data/reports.ts";
import type { Meme } from "../../entities/meme.ts";
import { message } from "../../words/messages.ts";
import { canSee, partyOf, requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";

/** It is held, or somebody has reported it, or this comment under it, and waits for an answer. */
export const isUnderReview = async ({ db }: Ctx, meme: Meme, commentId?: number): Promise<boolean> =>
  meme.held !== undefined || (await hasOpenReport(db, { memeId: meme.id, commentId }));

/**
 * The gate for staff, and for the pages for staff alone: what everyone sees, and of what is hidden only what is held or
 * reported. What one made oneself is for the others to look after.
 */
export async function findReviewedMeme(ctx: Ctx, id: string, commentId?: number): Promise<Meme> {
  requireStaff(ctx.actor);
  const meme = isId(id) ? await findMeme(ctx.db, id) : undefined;
  if (!meme || !(canSee(ctx.actor, meme) || (await isUnderReview(ctx, meme, commentId)))) throw noMeme();
  if (meme.authorId === partyOf(ctx.actor)) throw new DomainError("not_allowed", message("error.judge-yourself"));
  return meme;
}

/** Only what is held or reported: for what staff is to see nowhere else. */
export async function findMemeUnderReview(ctx: Ctx, id: string): Promise<Meme> {
  const meme = await findReviewedMeme(ctx, id);
  if (!(await isUnderReview(ctx, meme))) throw noMeme();
  return meme;
}

const noMeme = () => new DomainError("not_found", message("error.no-meme"));
