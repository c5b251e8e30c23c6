import type { Translation } from "../../words/languages.ts";
import type { Ctx } from "../ctx.ts";
import { readMessages, requireLanguage } from "./message.ts";

/** The shipped catalogue with all suggestions, in the order of the English messages. Leaves out missing ones. */
export async function exportCatalogue(ctx: Ctx, language: string): Promise<Record<string, Translation>> {
  requireLanguage(language);
  const messages = await readMessages(ctx, language);
  return Object.fromEntries(messages.flatMap(({ key, current }) => (current ? [[key, current]] : [])));
}
