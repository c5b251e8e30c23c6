import { findNewer, listNewest } from "../../data/newest.ts";
import { countRatings, findRating } from "../../data/ratings.ts";
import type { Rating } from "../../entities/rating.ts";
import { isPro } from "../access.ts";
import { findSavedAmong } from "../collections/list-saved.ts";
import { listMemeComments, type CommentBy } from "../comments/list-meme-comments.ts";
import type { Ctx } from "../ctx.ts";
import type { Page } from "../lists.ts";
import { readHoldReason } from "../moderation/read-hold.ts";
import { listMemeRatings } from "../ratings/list-meme-ratings.ts";
import type { RatingWithUser } from "../ratings/read-own-rating.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { memeCursorOf } from "./list-recent-memes.ts";
import { readMeme } from "./read-meme.ts";

export const COMMENTS = 200;
const RATERS = 24;

export interface MemeInFull extends MemeWithAuthor {
  mine: Rating | undefined;
  /** Whether the caller has saved it. */
  saved: boolean;
  /** How often each rating was given, indexed by rating - 1. */
  histogram: number[];
  comments: Page<CommentBy, number>;
  /** Everyone's ratings; undefined if the caller may not see them. */
  raters: RatingWithUser[] | undefined;
  /** Why staff hid it, if they did. */
  holdReason: string | undefined;
  newer: string | undefined;
  older: string | undefined;
}

/** A meme with its ratings, comments and neighbours. */
export async function readMemeInFull(ctx: Ctx, id: string, commentsAfter?: number): Promise<MemeInFull> {
  const found = await readMeme(ctx, id);
  const { meme } = found;
  const me = ctx.actor.kind === "member" ? ctx.actor.user : undefined;
  const mayKnow = me !== undefined && isPro(me, ctx.now);
  const maxAge = meme.age === 4 ? 4 : 2;
  const here = memeCursorOf(meme);
  const [mine, savedOnes, histogram, comments, raters, holdReason, newer, older] = await Promise.all([
    me && findRating(ctx.db, meme.id, me.id),
    findSavedAmong(ctx, [meme.id]),
    countRatings(ctx.db, meme.id),
    listMemeComments(ctx, meme.id, { amount: COMMENTS, skip: 0, after: commentsAfter }),
    mayKnow ? listMemeRatings(ctx, meme, { amount: RATERS, skip: 0 }) : undefined,
    readHoldReason(ctx, meme),
    findNewer(ctx.db, maxAge, here),
    listNewest(ctx.db, maxAge, { after: here, skip: 0, amount: 1 }),
  ]);
  return {
    ...found,
    mine,
    saved: savedOnes.has(meme.id),
    histogram,
    comments,
    raters: raters?.items,
    holdReason,
    newer: newer?.id,
    older: older[0]?.id,
  };
}
