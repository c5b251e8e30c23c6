import type { Ctx } from "../ctx.ts";
import { progressOf, type Progress } from "./list-messages.ts";
import { readMessages, requireTranslator, translatedLanguages } from "./message.ts";

export interface LanguageProgress {
  tag: string;
  /** In the language itself. */
  name: string;
  progress: Progress;
}

export async function listLanguages(ctx: Ctx): Promise<LanguageProgress[]> {
  requireTranslator(ctx.actor);
  const languages = [...translatedLanguages()].map(async ([tag, name]) => {
    return { tag, name, progress: progressOf(await readMessages(ctx, tag)) };
  });
  return Promise.all(languages);
}
