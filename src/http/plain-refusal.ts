import { preferredLanguage } from "../words/languages.ts";
import type { BareKey } from "../words/messages.ts";
import { wordsIn } from "../words/words.ts";
import { answerRefusal } from "./answer-json.ts";
import { sendsKey } from "./credential.ts";
import { ERROR_CODES } from "./error-codes.ts";
import { refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

export interface PlainRefusal {
  code: "too_many" | "unavailable";
  title: BareKey;
  text: BareKey;
  /** In seconds. */
  retryAfter: string;
}

const HEADERS = new Headers({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cache-Control": "no-store",
  Vary: "Accept-Language",
});

/** By language and text, so that pages for times of high load are rendered once. */
const pages = new Map<string, string>();

/** An answer that costs next to nothing: JSON for programs, a small unstyled page for people. */
export function answerPlainly(exchange: Exchange, plain: PlainRefusal, isApi: boolean): Response {
  const { request } = exchange;
  const { code, text, retryAfter } = plain;
  if (isApi || sendsKey(request.headers) || request.headers.get("accept") === "application/json")
    return answerRefusal(exchange, refusal(code, wordsIn("en").say(text), { "Retry-After": retryAfter }));
  const { status } = ERROR_CODES[code];
  const page = pageOf(preferredLanguage(request.headers.get("accept-language")), plain);
  const response = new Response(request.method === "HEAD" ? null : page, { status, headers: HEADERS });
  response.headers.set("Retry-After", retryAfter);
  if (request.method === "HEAD") response.headers.set("Content-Length", String(Buffer.byteLength(page)));
  return response;
}

function pageOf(language: string, { title, text }: PlainRefusal): string {
  const name = `${language} ${text}`;
  const { say } = wordsIn(language);
  const kept = pages.get(name);
  if (kept) return kept;
  const page =
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<title>${say(title)}</title><h1>${say(title)}</h1><p>${say(text)}</p></html>`;
  pages.set(name, page);
  return page;
}
