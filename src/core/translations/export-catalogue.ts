import type { Translation } from "../../words/languages.ts";
import type { Ctx } from "../ctx.ts";
import { readMessages, requireLanguage } from "./message.ts";

/** What was shipped and what was suggested since, in the order of the English messages; what is missing is left out. */
export async function exportCatalogue(ctx: Ctx, language: string): Promise<Record<string, Translation>> {
  requireLanguage(language);
  const messages = await readMessages(ctx, language);
  return Object.fromEntries(messages.flatMap(({ key, current }) => (current ? [[key, current]] : [])));
}
