import type { Words } from "../../words/words.ts";
import { averageOf } from "../memes/average.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import type { SiteNames } from "./mail-draft.ts";

/** What the weekly mail says, as text and as HTML. */
export interface WeeklyContent {
  memes: readonly MemeWithAuthor[];
  url: string;
  names: SiteNames;
  /** The site's colour, as #rrggbb. */
  accent: string;
  /** Address. */
  unsubscribe: string;
  username: string;
  words: Words;
}

/** "4.5 out of 5 · 12 ratings · 1 comment", as far as there are any. */
export function weeklyFacts({ meme }: MemeWithAuthor, { say, count, tenths }: Words): string[] {
  const { total } = meme.rating;
  const rated = [say("mail.weekly-average", { average: tenths(averageOf(meme)) }), count("mail.weekly-ratings", total)];
  return [
    ...(total > 0 ? rated : []),
    ...(meme.commentCount > 0 ? [count("mail.weekly-comments", meme.commentCount)] : []),
  ];
}
