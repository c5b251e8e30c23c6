import german from "./de.json";
import { english } from "./en/index.ts";

/** The words of a message in another language, and the English ones that they were made from. */
export interface Translation {
  of: string;
  text: string;
}

export interface Language {
  /** As its speakers call it. */
  name: string;
  messages: ReadonlyMap<string, string>;
}

const translated = (catalogue: Record<string, Translation>) =>
  new Map(Object.entries(catalogue).map(([key, { text }]) => [key, text]));

/** By their tags; English is first, and speaks where another has no words. */
export const LANGUAGES = new Map<string, Language>([
  ["en", { name: "English", messages: new Map(Object.entries(english)) }],
  ["de", { name: "Deutsch", messages: translated(german) }],
]);

export const CATALOGUES: ReadonlyMap<string, Record<string, Translation>> = new Map([["de", german]]);

/** What somebody could translate the site into next. */
export const OFFERED: ReadonlyMap<string, string> = new Map([
  ["es", "Español"],
  ["fr", "Français"],
  ["it", "Italiano"],
  ["nl", "Nederlands"],
  ["pl", "Polski"],
  ["pt", "Português"],
]);

/** What the browser asks for, in lower case, first what it likes best. */
const wantedTags = (accepted: string | null | undefined): string[] =>
  (accepted ?? "")
    .split(",")
    .map((one) => {
      const [tag = "", ...parameters] = one.trim().toLowerCase().split(";");
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag);

/** The first that the browser asks for and we have. */
export function preferredLanguage(accepted: string | null): string {
  for (const tag of wantedTags(accepted)) {
    const known = [tag, tag.split("-")[0]!].find((name) => LANGUAGES.has(name));
    if (known) return known;
  }
  return "en";
}

/** Our English is British, and so are its dates; Americans read theirs. */
export function localeIn(language: string, accepted?: string | null): string {
  if (language !== "en") return language;
  return wantedTags(accepted).find((tag) => tag.startsWith("en-")) === "en-us" ? "en-US" : "en-GB";
}
