import { PRIOR } from "../../data/periods.ts";
import type { SearchWord } from "../../data/search.ts";
import { wordsOf } from "../../data/search-words.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";

// Weight of a word by where it is found, as a whole word or as a prefix of one.
const WEIGHTS = { caption: { whole: 10, begun: 6 }, author: { whole: 7, begun: 4 }, alt: { whole: 5, begun: 3 } };
/** A word that is only spelt alike counts less than the word itself. */
const NEAR = 0.6;
/** All stop words together. */
const FILLING = 1;

export interface Sought {
  words: readonly SearchWord[];
  /** Words that need not be there. */
  filling: readonly string[];
}

/**
 * How well a meme matches a search. Each word counts once, where it counts most. A short caption is a clearer match
 * than a long one; ratings break ties.
 */
export function relevanceOf({ words, filling }: Sought, { meme, author }: MemeWithAuthor): number {
  const caption = wordsOf(meme.caption);
  const places = [
    { found: caption, ...WEIGHTS.caption },
    { found: wordsOf(author.username), ...WEIGHTS.author },
    { found: wordsOf(meme.alt), ...WEIGHTS.alt },
  ];
  const best = (word: string) => Math.max(...places.map((place) => weightOf(word, place)));
  const matched = words.map(({ word, near }) => Math.max(best(word), ...near.map((other) => NEAR * best(other))));
  const inCaption = words.filter(({ word }) => caption.includes(word)).length;
  const clarity = caption.length === 0 ? 0 : inCaption / caption.length;
  const liked = (meme.rating.sum + PRIOR.sum) / (meme.rating.total + PRIOR.count) / 5;
  const filled = filling.length === 0 ? 0 : filling.filter((word) => caption.includes(word)).length / filling.length;
  const said = matched.reduce((sum, weight) => sum + weight, 0) / words.length;
  return said + 2 * clarity + liked + FILLING * filled;
}

function weightOf(word: string, { found, whole, begun }: { found: string[]; whole: number; begun: number }): number {
  if (found.includes(word)) return whole;
  return found.some((other) => other.startsWith(word)) ? begun : 0;
}
