import { preferredLanguage } from "../words/languages.ts";
import { wordsIn } from "../words/words.ts";
import { answerRefusal } from "./answer-json.ts";
import { sendsKey } from "./credential.ts";
import { ERROR_CODES } from "./error-codes.ts";
import { refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { KnownSite } from "./known-site.ts";
import { plainPage, type PlainWords } from "./plain-page.ts";
import { HttpResponse } from "../wire/http-response.ts";

export interface PlainRefusal extends PlainWords {
  code: "too_many" | "unavailable";
  /** In seconds. */
  retryAfter: string;
}

export interface To {
  isApi: boolean;
  known: KnownSite;
}

/** An answer that costs next to nothing: JSON for programs, a small page for people. */
export function answerPlainly(exchange: Exchange, plain: PlainRefusal, { isApi, known }: To): HttpResponse {
  const { request } = exchange;
  const { code, text, retryAfter } = plain;
  if (isApi || sendsKey(request.headers) || request.headers.get("accept") === "application/json")
    return answerRefusal(exchange, refusal(code, wordsIn("en").say(text), { "Retry-After": retryAfter }));
  const { status } = ERROR_CODES[code];
  const { html, headers } = plainPage(preferredLanguage(request.headers.get("accept-language")), plain, known.last);
  const response = new HttpResponse(html, { status, headers });
  response.headers.set("Retry-After", retryAfter);
  return response;
}
