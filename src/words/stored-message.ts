import { english } from "./en/index.ts";
import type { Message } from "./messages.ts";
import { wordsIn } from "./words.ts";

/** Nothing that people write can begin with a control character. */
const MARK = "\u0001";

interface StoredMessage extends Message {
  /** In English, should a later Guffaw not know the message any more. */
  of: string;
}

/** A message as a text column holds it: whoever reads it later does so in a language of their own. */
export const storeMessage = (sentence: Message): string =>
  MARK + JSON.stringify({ ...sentence, of: wordsIn("en").translate(sentence) } satisfies StoredMessage);

/** What was kept; all other texts are what they are. */
export function loadMessage(text: string): Message | string {
  if (!text.startsWith(MARK)) return text;
  const { key, values, of } = JSON.parse(text.slice(MARK.length)) as StoredMessage;
  return Object.hasOwn(english, key) ? { key, values } : of;
}
