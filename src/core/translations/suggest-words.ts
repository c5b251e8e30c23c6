import { upsertSuggestion } from "../../data/suggestions.ts";
import { hasWholeTags, placeholdersIn, wantedIn } from "../../words/catalogue.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { cleanText } from "../text.ts";
import { requireLanguage, requireTranslator } from "./message.ts";

export const MAX_TRANSLATION = 2000;

/** Replaces any earlier suggestion. */
export async function suggestWords(ctx: Ctx, input: { language: string; key: string; text: string }): Promise<void> {
  requireTranslator(ctx.actor);
  const { user } = requireMember(ctx.actor);
  const { language, key } = input;
  requireLanguage(language);
  const wanted = wantedIn(language).find((one) => one.key === key);
  if (!wanted) throw new DomainError("not_found", message("error.no-message"));
  const text = cleanWords(input.text, wanted.english);
  const suggestion = { language, key, source: wanted.english, text, userId: user.id, createdAt: ctx.now };
  await inTransaction(ctx, ({ db }) => upsertSuggestion(db, suggestion));
}

function cleanWords(text: string, english: string): string {
  const clean = cleanText("translation", text, { min: 1, max: MAX_TRANSLATION }).trim();
  // If the English has one line, line breaks are only for the eye.
  const words = english.includes("\n") ? clean : clean.replace(/\s*\n\s*/g, " ");
  const [needed, given] = [placeholdersIn(english), placeholdersIn(words)];
  const missing = needed.filter((one) => !given.includes(one));
  if (missing.length > 0)
    throw new DomainError("invalid", message("error.placeholders-missing", { names: missing.join(" ") }));
  const strange = given.filter((one) => !needed.includes(one));
  if (strange.length > 0)
    throw new DomainError("invalid", message("error.placeholders-strange", { names: strange.join(" ") }));
  if (!hasWholeTags(words)) throw new DomainError("invalid", message("error.tags-broken"));
  // A mail ends with a newline.
  return english.endsWith("\n") ? `${words}\n` : words;
}
