import { contentOf, type Content } from "../encoding.ts";
import { answerPage, contentPolicy, htmlOf, pageHeaders } from "./answer-page.ts";
import { RefusedPage } from "./components/refusal.tsx";
import type { Frame } from "./frame.ts";
import { jsx } from "./jsx-runtime.ts";
import type { Note } from "./note.ts";
import { ownPath } from "./own-path.ts";
import { NONCE } from "./page-cache.ts";
import { WordsProvider } from "./use-words.tsx";
import type { Visit } from "./visit.ts";
import { HttpResponse } from "../../wire/http-response.ts";

export function show(visit: Visit, page: unknown, status = 200, extra: Record<string, string> = {}): HttpResponse {
  renewSession(visit);
  const refused = jsx(RefusedPage, { refusal: visit.refusal, children: page });
  return answer(visit, contentOf(htmlIn(visit, refused)), status, extra);
}

/** Headers for the one page that shapes letters itself. All others refuse WebAssembly. */
export const withWebAssembly = ({ website, nonce }: Visit): Record<string, string> => ({
  "Content-Security-Policy": contentPolicy(website.policy, nonce, " 'wasm-unsafe-eval'"),
});

/**
 * A page that is the same for all guests at one address. `shows` returns everything on it that can change: what was read
 * for it, and what it says about the time (`passingTime`). Pages that ignore the query leave it out of `here`, because
 * there is no end of queries.
 */
export function showCached(
  visit: Visit,
  page: (frame: Frame) => unknown,
  shows: () => unknown,
  here = visit.here,
): HttpResponse {
  const frame = { ...visit.frame, here };
  if (frame.viewer || frame.note) return show(visit, page(frame));
  const { language, locale } = visit.words;
  const { nonce: _, now: __, ...address } = frame;
  const kept = visit.website.kept.find(
    JSON.stringify([language, locale, address]),
    () => JSON.stringify(shows()),
    () => htmlIn(visit, page({ ...frame, nonce: NONCE })),
  );
  return kept ? answer(visit, kept.with(visit.nonce), 200, {}) : show(visit, page(frame));
}

const htmlIn = ({ words }: Visit, page: unknown): string => htmlOf(WordsProvider({ words, children: page }));

function answer(visit: Visit, content: Content, status: number, extra: Record<string, string>): HttpResponse {
  const { website, nonce, words, request, cookies } = visit;
  if (status === 200) cookies.showPerson(visit.signedIn && cookies.person);
  const language = { "Content-Language": words.language };
  const headers = { ...pageHeaders(website.policy, nonce), ...language, ...extra };
  return cookies.addTo(answerPage(request, content, headers, status));
}

/** Endless, and for this browser only. */
export function stream(
  visit: Visit,
  body: ReadableStream<string> | null,
  headers: Record<string, string>,
): HttpResponse {
  renewSession(visit);
  return visit.cookies.addTo(new HttpResponse(body, { headers: { "Cache-Control": "no-store", ...headers } }));
}

/** For our own scripts. */
export function json(
  { cookies }: Visit,
  value: object,
  status = 200,
  extra: Readonly<Record<string, string>> = {},
): HttpResponse {
  const headers = {
    ...extra,
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return cookies.addTo(new HttpResponse(JSON.stringify(value), { status, headers }));
}

/** Redirects to another of our pages, which then shows the note. */
export function goTo({ site, cookies }: Visit, path: string, note?: Note): HttpResponse {
  if (note) cookies.leaveNote(note);
  const headers = { Location: site.root + escaped(path), "Cache-Control": "no-store" };
  return cookies.addTo(new HttpResponse(null, { status: 303, headers }));
}

/**
 * Redirects for good to where something is now, whatever was asked about it. Not stored, because a name can pass to
 * somebody else.
 */
export function moveTo({ site, exchange }: Visit, path: string): HttpResponse {
  const { search } = new URL(exchange.request.url);
  const headers = { Location: site.root + path + search, "Cache-Control": "no-store" };
  return new HttpResponse(null, { status: 301, headers });
}

/** Redirects back to where somebody came from, if that is one of our pages. */
export const goBack = (visit: Visit, next: string | undefined, otherwise: string, note?: Note): HttpResponse =>
  goTo(visit, ownPath(next, visit.site.root) ?? otherwise, note);

/** Only with answers that no shared cache may store. */
function renewSession({ signedIn, cookies }: Visit) {
  if (signedIn?.renewed) cookies.renewSession();
}

/** Escapes what a header cannot contain. Existing escapes stay. */
const escaped = (path: string) => path.toWellFormed().replace(/[^\u0021-\u007e]+/g, encodeURIComponent);
