import { say } from "./words.ts";

/** Its message is a sentence for people, in their language. What else is thrown speaks the language of engines. */
class Told extends Error {}

/** What people may read of an error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Told ? error.message : say("browser.odd-answer");

/** Sends a form as a script: the answer says only what changed. */
export async function post<T>(action: string, fields: Record<string, string>): Promise<T> {
  const response = await fetch(action, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json" },
  }).catch(() => {
    throw new Told(say("browser.not-through"));
  });
  // Somebody on the way may answer in place of the site, with a page.
  const answer = (await response.json().catch(() => undefined)) as (T & { error?: unknown }) | null | undefined;
  if (response.ok && answer) return answer;
  throw new Told(typeof answer?.error === "string" ? answer.error : say("browser.odd-answer"));
}

/** Another page of ours, ready to take parts of. */
export function fetchPage(url: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    request.addEventListener("load", () => {
      if (request.status === 200 && request.responseXML) resolve(request.responseXML);
      else reject(new Error("No page."));
    });
    request.addEventListener("error", () => reject(new Error("No connection.")));
    request.send();
  });
}
