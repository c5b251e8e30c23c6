import { say } from "./words.ts";

/** Sends a form as a script: the answer says only what changed. */
export async function post<T>(action: string, fields: Record<string, string>): Promise<T> {
  const response = await fetch(action, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json" },
  });
  const answer = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? say("browser.answered", { status: String(response.status) }));
  return answer;
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
