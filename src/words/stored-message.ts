import { english } from "./en/index.ts";
import type { Message } from "./messages.ts";
import { wordsIn } from "./words.ts";

/** Text from people cannot begin with a control character. */
const MARK = "\u0001";

interface StoredMessage extends Message {
  /** In English, in case a later version no longer knows the message. */
  of: string;
}

/** Serializes a message for a text column. Each reader sees it in their own language. */
export const storeMessage = (sentence: Message): string =>
  MARK + JSON.stringify({ ...sentence, of: wordsIn("en").translate(sentence) } satisfies StoredMessage);

/** A stored message. All other texts are returned as they are. */
export function loadMessage(text: string): Message | string {
  if (!text.startsWith(MARK)) return text;
  const { key, values, of } = JSON.parse(text.slice(MARK.length)) as StoredMessage;
  return Object.hasOwn(english, key) ? { key, values } : of;
}
