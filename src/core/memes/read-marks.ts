import { listRatingsOfMemes } from "../../data/ratings.ts";
import type { Ctx } from "../ctx.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";

/** What the viewer has done with the memes of a list, for the actions on their cards. */
export interface Marks {
  /** Their ratings, by the meme's id. */
  ratings: ReadonlyMap<string, number>;
}

/** Guests have done nothing, and have nothing to undo. */
export const NO_MARKS: Marks = { ratings: new Map() };

export async function readMarks({ db, actor }: Ctx, listed: readonly MemeWithAuthor[]): Promise<Marks> {
  if (actor.kind !== "member" || listed.length === 0) return NO_MARKS;
  const ids = listed.map(({ meme }) => meme.id);
  const ratings = await listRatingsOfMemes(db, ids, actor.user.id);
  return { ratings: new Map(ratings.map(({ memeId, value }) => [memeId, value])) };
}
