import type { Suggestion } from "../../entities/suggestion.ts";
import { deleteSuggestion, findSuggestion } from "../../data/suggestions.ts";
import { message } from "../../words/messages.ts";
import { isStaff, type PossibleActor } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requireLanguage, requireTranslator } from "./message.ts";

export const canTakeBack = (actor: PossibleActor, suggestion: Pick<Suggestion, "userId">) =>
  isStaff(actor) || (actor.kind === "member" && actor.user.id === suggestion.userId);

export async function takeSuggestionBack(
  ctx: Ctx,
  { language, key }: { language: string; key: string },
): Promise<void> {
  requireTranslator(ctx.actor);
  requireLanguage(language);
  await inFreeingTransaction(ctx, async ({ db, actor }) => {
    // NUL cannot be stored, so no such key exists.
    const suggestion = key.includes("\0") ? undefined : await findSuggestion(db, language, key);
    if (!suggestion) throw new DomainError("not_found", message("error.no-suggestion"));
    if (!canTakeBack(actor, suggestion))
      throw new DomainError("not_allowed", message("error.who-takes-suggestions-back"));
    await deleteSuggestion(db, language, key);
  });
}
