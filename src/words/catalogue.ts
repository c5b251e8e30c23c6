import { english } from "./en/index.ts";

/** A message that every language needs. */
export interface Wanted {
  key: string;
  english: string;
  /** Plural category, if the text depends on a number. */
  category?: Intl.LDMLPluralRule;
}

const PLURAL = /^(.+)\.(zero|one|two|few|many|other)$/;
const ENGLISH: Readonly<Record<string, string>> = english;

const categoriesOf = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** Every message, in the order of the English ones. Languages may have more plural categories, or fewer. */
export function wantedIn(language: string): Wanted[] {
  const categories = categoriesOf(language);
  return Object.entries(ENGLISH).flatMap(([key, text]): Wanted[] => {
    const [, name, category] = PLURAL.exec(key) ?? [];
    if (!Object.hasOwn(ENGLISH, `${name}.other`)) return [{ key, english: text }];
    // All categories go where English has its last one.
    if (category !== "other") return [];
    return categories.map((one) => ({
      key: `${name}.${one}`,
      english: ENGLISH[`${name}.${one}`] ?? text,
      category: one,
    }));
  });
}

/** A few example numbers of a plural category, for translators. */
export function numbersOf(language: string, category: Intl.LDMLPluralRule): number[] {
  const rules = new Intl.PluralRules(language);
  const found: number[] = [];
  for (let number = 0; number <= 1000 && found.length < 3; number++)
    if (rules.select(number) === category) found.push(number);
  return found;
}

/** Placeholders of a message: {names} and <tags>. */
export const placeholdersIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}|<\w+>/g))];

/** Every tag opens once and closes once, and none is inside another. */
export const hasWholeTags = (text: string) => !/<\/?\w/.test(text.replace(/<(\w+)>[^<]*<\/\1>/g, ""));
