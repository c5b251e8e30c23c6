import { english } from "./en/index.ts";

/** One message as a language has to say it. */
export interface Wanted {
  key: string;
  english: string;
  /** Where the words depend on a number: for which numbers these are. */
  category?: Intl.LDMLPluralRule;
}

const PLURAL = /^(.+)\.(zero|one|two|few|many|other)$/;
const ENGLISH: Readonly<Record<string, string>> = english;

const categoriesOf = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** Every message, in the order of the English ones. A language may tell more kinds of numbers apart, or fewer. */
export function wantedIn(language: string): Wanted[] {
  const categories = categoriesOf(language);
  return Object.entries(ENGLISH).flatMap(([key, text]): Wanted[] => {
    const [, name, category] = PLURAL.exec(key) ?? [];
    if (!Object.hasOwn(ENGLISH, `${name}.other`)) return [{ key, english: text }];
    // All of them stand where the last one stands in English.
    if (category !== "other") return [];
    return categories.map((one) => ({
      key: `${name}.${one}`,
      english: ENGLISH[`${name}.${one}`] ?? text,
      category: one,
    }));
  });
}

/** A few numbers that go with these words, to tell people which they are. */
export function numbersOf(language: string, category: Intl.LDMLPluralRule): number[] {
  const rules = new Intl.PluralRules(language);
  const found: number[] = [];
  for (let number = 0; number <= 1000 && found.length < 3; number++)
    if (rules.select(number) === category) found.push(number);
  return found;
}

/** What stands for something else in a message: {names} and <tags>. */
export const placeholdersIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}|<\w+>/g))];

/** Every tag opens once and closes once, and none is within another. */
export const hasWholeTags = (text: string) => !/<\/?\w/.test(text.replace(/<(\w+)>[^<]*<\/\1>/g, ""));
