import type { Message } from "../../words/messages.ts";
import { say } from "../words.ts";

export { number, say } from "../words.ts";

/** Why something cannot be drawn: the server has the same sentence, under a name without "browser.". */
export function sentenceOf({ key, values }: Message): string {
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return (say as (key: string, values: Record<string, string>) => string)(key, given);
}
