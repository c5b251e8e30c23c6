import { listSuggestions, type NamedSuggestion } from "../../data/suggestions.ts";
import { wantedIn, type Wanted } from "../../words/catalogue.ts";
import { CATALOGUES, LANGUAGES, OFFERED, type Translation } from "../../words/languages.ts";
import { message } from "../../words/messages.ts";
import type { Actor, Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

/** Changed: the English words are others than those that the translation was made from. */
export type MessageState = "missing" | "changed" | "suggested" | "done";

export interface CatalogueMessage extends Wanted {
  state: MessageState;
  /** What the site says now, as it was shipped. */
  shipped: Translation | undefined;
  suggestion: NamedSuggestion | undefined;
  /** What it would say with all suggestions. */
  current: Translation | undefined;
}

export const isTranslator = (actor: Actor) =>
  actor.kind === "system" || (actor.kind === "member" && actor.user.translator);

export function requireTranslator(actor: Actor): void {
  if (!isTranslator(actor)) throw new DomainError("not_allowed", message("error.translators-only"));
}

/** Those that the site speaks, and those that it could speak next. English is what all others are made from. */
export const translatedLanguages = (): Map<string, string> =>
  new Map([...[...LANGUAGES].slice(1).map(([tag, { name }]) => [tag, name] as const), ...OFFERED]);

export function requireLanguage(language: string): void {
  if (!translatedLanguages().has(language)) throw new DomainError("not_found", message("error.no-language"));
}

/** All messages of a language: a bounded number, so that they can be looked through in memory. */
export async function readMessages({ db }: Ctx, language: string): Promise<CatalogueMessage[]> {
  const shipped = CATALOGUES.get(language) ?? {};
  const suggested = new Map((await listSuggestions(db, language)).map((one) => [one.key, one]));
  return wantedIn(language).map((wanted) => messageOf(wanted, shipped[wanted.key], suggested.get(wanted.key)));
}

function messageOf(wanted: Wanted, shipped?: Translation, suggestion?: NamedSuggestion): CatalogueMessage {
  const offered = suggestion && { of: suggestion.source, text: suggestion.text };
  // What was suggested for older words gives way to what was shipped for these.
  const outdated = offered?.of !== wanted.english && shipped?.of === wanted.english;
  const current = outdated ? shipped : (offered ?? shipped);
  return { ...wanted, shipped, suggestion, current, state: stateOf(wanted, current, shipped) };
}

function stateOf({ english }: Wanted, current?: Translation, shipped?: Translation): MessageState {
  if (!current) return "missing";
  if (current.of !== english) return "changed";
  return current.text === shipped?.text && current.of === shipped.of ? "done" : "suggested";
}
