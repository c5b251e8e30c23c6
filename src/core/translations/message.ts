import { listSuggestions, type NamedSuggestion } from "../../data/suggestions.ts";
import { wantedIn, type Wanted } from "../../words/catalogue.ts";
import { CATALOGUES, LANGUAGES, OFFERED, type Translation } from "../../words/languages.ts";
import { message } from "../../words/messages.ts";
import type { Actor, Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

/** "changed": the English text is no longer the one that was translated. */
export type MessageState = "missing" | "changed" | "suggested" | "done";

export interface CatalogueMessage extends Wanted {
  state: MessageState;
  /** The translation in use, as shipped. */
  shipped: Translation | undefined;
  suggestion: NamedSuggestion | undefined;
  /** The translation with all suggestions applied. */
  current: Translation | undefined;
}

export const isTranslator = (actor: Actor) =>
  actor.kind === "system" || (actor.kind === "member" && actor.user.translator);

export function requireTranslator(actor: Actor): void {
  if (!isTranslator(actor)) throw new DomainError("not_allowed", message("error.translators-only"));
}

/** Languages the site speaks, and those it could speak next. English is the source of all others. */
export const translatedLanguages = (): Map<string, string> =>
  new Map([...[...LANGUAGES].slice(1).map(([tag, { name }]) => [tag, name] as const), ...OFFERED]);

export function requireLanguage(language: string): void {
  if (!translatedLanguages().has(language)) throw new DomainError("not_found", message("error.no-language"));
}

/** All messages of a language. There are few enough to search in memory. */
export async function readMessages({ db }: Ctx, language: string): Promise<CatalogueMessage[]> {
  const shipped = CATALOGUES.get(language) ?? {};
  const suggested = new Map((await listSuggestions(db, language)).map((one) => [one.key, one]));
  return wantedIn(language).map((wanted) => messageOf(wanted, shipped[wanted.key], suggested.get(wanted.key)));
}

function messageOf(wanted: Wanted, shipped?: Translation, suggestion?: NamedSuggestion): CatalogueMessage {
  const offered = suggestion && { of: suggestion.source, text: suggestion.text };
  // A suggestion for an older English text gives way to a shipped translation of the current one.
  const outdated = offered?.of !== wanted.english && shipped?.of === wanted.english;
  const current = outdated ? shipped : (offered ?? shipped);
  return { ...wanted, shipped, suggestion, current, state: stateOf(wanted, current, shipped) };
}

function stateOf({ english }: Wanted, current?: Translation, shipped?: Translation): MessageState {
  if (!current) return "missing";
  if (current.of !== english) return "changed";
  return current.text === shipped?.text && current.of === shipped.of ? "done" : "suggested";
}
