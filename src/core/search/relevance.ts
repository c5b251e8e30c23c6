import { PRIOR } from "../../data/periods.ts";
import { wordsOf } from "../../data/search-words.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";

// Weight of a word by where it is found, as a whole word or as a prefix of one.
const WEIGHTS = { caption: { whole: 10, begun: 6 }, author: { whole: 7, begun: 4 }, alt: { whole: 5, begun: 3 } };

/**
 * How well a meme matches a search. Each word counts once, where it counts most. A short caption is a clearer match
 * than a long one; ratings break ties.
 */
export function relevanceOf(words: readonly string[], { meme, author }: MemeWithAuthor): number {
  const caption = wordsOf(meme.caption);
  const places = [
    { found: caption, ...WEIGHTS.caption },
    { found: wordsOf(author.username), ...WEIGHTS.author },
    { found: wordsOf(meme.alt), ...WEIGHTS.alt },
  ];
  const matched = words.map((word) => Math.max(...places.map((place) => weightOf(word, place))));
  const inCaption = words.filter((word) => caption.includes(word)).length;
  const clarity = caption.length === 0 ? 0 : inCaption / caption.length;
  const liked = (meme.rating.sum + PRIOR.sum) / (meme.rating.total + PRIOR.count) / 5;
  return matched.reduce((sum, weight) => sum + weight, 0) / words.length + 2 * clarity + liked;
}

function weightOf(word: string, { found, whole, begun }: { found: string[]; whole: number; begun: number }): number {
  if (found.includes(word)) return whole;
  return found.some((other) => other.startsWith(word)) ? begun : 0;
}
