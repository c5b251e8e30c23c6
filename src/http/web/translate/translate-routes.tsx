import { z } from "zod";

import { listLanguages } from "../../../core/translations/list-languages.ts";
import { listMessages } from "../../../core/translations/list-messages.ts";
import { suggestWords } from "../../../core/translations/suggest-words.ts";
import { takeSuggestionBack } from "../../../core/translations/take-suggestion-back.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { LanguagesPage } from "./languages-page.tsx";
import { MessagesPage } from "./messages-page.tsx";
import { placePath, type Place, type Typed } from "./message-list-place.ts";

const AMOUNT = 25;

/** Position in the list. */
const place = {
  show: z.enum(["missing", "changed", "suggested", "all"]).optional().catch(undefined),
  search: z.string().max(200).catch(""),
  after: z.string().max(100).optional().catch(undefined),
};
const key = z.string().default("");
/** The message to show next. */
const next = z.string().max(100).optional().catch(undefined);

const languages = page({
  method: "GET",
  path: "/translate",
  access: "translator",
  handle: async (visit) =>
    show(visit, <LanguagesPage frame={visit.frame} languages={await listLanguages(visit.ctx)} />),
});

const messages = page({
  method: "GET",
  path: "/translate/{language}",
  access: "translator",
  input: z.object(place),
  handle: async (visit, at) => show(visit, await messagesOf(visit, at)),
});

const suggest = page({
  method: "POST",
  path: "/translate/{language}",
  access: "translator",
  input: z.object({ ...place, key, next, text: z.string().default("") }),
  handle: async (visit, { text, next, key: of, ...at }) => {
    await suggestWords(visit.ctx, { language: visit.param("language"), key: of, text });
    return goTo(visit, placePath(visit.param("language"), at, next ?? of), "words-suggested");
  },
  again: (visit, sent, { sentence }) => {
    const { text, next: _, key: of, ...at } = sent;
    visit.formPage = placePath(visit.param("language"), at, of);
    return messagesOf(visit, at, { key: of, text, error: sentence });
  },
});

const takeBack = page({
  method: "POST",
  path: "/translate/{language}/back",
  access: "translator",
  input: z.object({ ...place, key, next }),
  handle: async (visit, { key: of, next, ...at }) => {
    const language = visit.param("language");
    await takeSuggestionBack(visit.ctx, { language, key: of });
    return goTo(visit, placePath(language, at, next ?? of), "suggestion-back");
  },
});

async function messagesOf(visit: Visit, at: Place, typed?: Typed) {
  const language = visit.param("language");
  const found = await listMessages(visit.ctx, { ...at, language, amount: AMOUNT });
  return <MessagesPage frame={visit.frame} language={language} found={found} at={at} typed={typed} />;
}

export const translatePages: readonly WebRoute[] = [languages, messages, suggest, takeBack];
