import { listFollowedAmong } from "../../data/follows.ts";
import { listRatingsOfMemes } from "../../data/ratings.ts";
import { findSavedAmong } from "../collections/list-saved.ts";
import type { Ctx } from "../ctx.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";

/** What the viewer has done with the memes of a list, for the actions on their cards. */
export interface Marks {
  /** Their ratings, by the meme's id. */
  ratings: ReadonlyMap<string, number>;
  /** Ids of those they have saved. */
  saved: ReadonlySet<string>;
  /** Ids of the authors they follow. */
  followed: ReadonlySet<string>;
}

/** Guests have done nothing, and have nothing to undo. */
export const NO_MARKS: Marks = { ratings: new Map(), saved: new Set(), followed: new Set() };

export async function readMarks(ctx: Ctx, listed: readonly MemeWithAuthor[]): Promise<Marks> {
  const { db, actor } = ctx;
  if (actor.kind !== "member" || listed.length === 0) return NO_MARKS;
  const ids = listed.map(({ meme }) => meme.id);
  const authors = [...new Set(listed.map(({ author }) => author.id))];
  const [ratings, saved, followed] = await Promise.all([
    listRatingsOfMemes(db, ids, actor.user.id),
    findSavedAmong(ctx, ids),
    actor.user.followingCount === 0 ? [] : listFollowedAmong(db, authors, actor.user.id),
  ]);
  return {
    ratings: new Map(ratings.map(({ memeId, value }) => [memeId, value])),
    saved,
    followed: new Set(followed),
  };
}
