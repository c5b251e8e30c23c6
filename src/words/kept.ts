import { english } from "./en/index.ts";
import type { Said } from "./messages.ts";
import { wordsIn } from "./words.ts";

/** Nothing that people write can begin with a control character. */
const MARK = "\u0001";

interface Kept extends Said {
  /** In English, should a later Guffaw not know the message any more. */
  of: string;
}

/** A message as a text column holds it: whoever reads it later does so in a language of their own. */
export const kept = (sentence: Said): string =>
  MARK + JSON.stringify({ ...sentence, of: wordsIn("en").tell(sentence) } satisfies Kept);

/** What was kept; all other texts are what they are. */
export function recalled(text: string): Said | string {
  if (!text.startsWith(MARK)) return text;
  const { key, values, of } = JSON.parse(text.slice(MARK.length)) as Kept;
  return Object.hasOwn(english, key) ? { key, values } : of;
}
