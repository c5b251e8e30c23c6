import { say } from "./words.ts";

/** Its message is a sentence for people, in their language. Other errors speak the language of engines. */
class Told extends Error {}

/** The sentence of an error that people may read. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Told ? error.message : say("browser.odd-answer");

/** Sends a form from a script. The answer contains only what changed. */
export async function post<T>(action: string, fields: Record<string, string>): Promise<T> {
  const response = await fetch(action, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json" },
  }).catch(() => {
    throw new Told(say("browser.not-through"));
  });
  // A proxy may answer in place of the site, with a page.
  const answer = (await response.json().catch(() => undefined)) as (T & { error?: unknown }) | null | undefined;
  if (response.ok && answer) return answer;
  throw new Told(typeof answer?.error === "string" ? answer.error : say("browser.odd-answer"));
}

/** Another of our pages, to take parts from. After Back, browsers answer with old copies unless told not to. */
export function fetchPage(url: string, { fresh = false } = {}): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    if (fresh) request.setRequestHeader("Cache-Control", "no-cache");
    request.addEventListener("load", () => {
      if (request.status === 200 && request.responseXML) resolve(request.responseXML);
      else reject(new Error("No page."));
    });
    request.addEventListener("error", () => reject(new Error("No connection.")));
    request.send();
  });
}
