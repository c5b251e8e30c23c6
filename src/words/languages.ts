import german from "./de.json";
import { english } from "./en/index.ts";

/** A translated message, and the English text it was made from. */
export interface Translation {
  of: string;
  text: string;
}

export interface Language {
  /** In the language itself. */
  name: string;
  messages: ReadonlyMap<string, string>;
}

const translated = (catalogue: Record<string, Translation>) =>
  new Map(Object.entries(catalogue).map(([key, { text }]) => [key, text]));

/** By tag. English comes first, and fills in where another language lacks a message. */
export const LANGUAGES = new Map<string, Language>([
  ["en", { name: "English", messages: new Map(Object.entries(english)) }],
  ["de", { name: "Deutsch", messages: translated(german) }],
]);

export const CATALOGUES: ReadonlyMap<string, Record<string, Translation>> = new Map([["de", german]]);

/** Languages the site could be translated into next. */
export const OFFERED: ReadonlyMap<string, string> = new Map([
  ["es", "Español"],
  ["fr", "Français"],
  ["it", "Italiano"],
  ["nl", "Nederlands"],
  ["pl", "Polski"],
  ["pt", "Português"],
]);

/** The browser's languages in lower case, preferred first. */
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

/** The first of the browser's languages that we have. */
export function preferredLanguage(accepted: string | null): string {
  for (const tag of wantedTags(accepted)) {
    const known = [tag, tag.split("-")[0]!].find((name) => LANGUAGES.has(name));
    if (known) return known;
  }
  return "en";
}

/** Our English is British, and so are its dates; Americans get theirs. */
export function localeIn(language: string, accepted?: string | null): string {
  if (language !== "en") return language;
  return wantedTags(accepted).find((tag) => tag.startsWith("en-")) === "en-us" ? "en-US" : "en-GB";
}
