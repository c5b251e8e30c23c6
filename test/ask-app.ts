import type { App } from "../src/app.ts";
import { isPending } from "../src/when-ready.ts";
import { HttpRequest } from "../src/wire/http-request.ts";
import { bytesOf, isLong, type HttpResponse } from "../src/wire/http-response.ts";
import { RequestHeaders } from "../src/wire/request-headers.ts";

export function requestHeaders(headers: Readonly<Record<string, string>>): RequestHeaders {
  const read = new RequestHeaders();
  for (const [name, value] of Object.entries(headers)) read.add(name.toLowerCase(), value);
  return read;
}

/** Asks in process, for tests that are not about HTTP, which takes ten times as long. */
export async function askApp(
  app: App,
  { origin, path, headers = {} }: { origin: string; path: string; headers?: Record<string, string> },
): Promise<Response> {
  const sent = requestHeaders({ Host: new URL(origin).host, ...headers });
  const answer = app.fetch(new HttpRequest({ method: "GET", target: path, headers: sent }));
  return isPending(answer) ? answer.then(copyOf) : copyOf(answer);
}

/** Made at once, as a connection sends it: what it was written on is used for the next one. */
function copyOf({ status, headers, body }: HttpResponse): Response {
  const content = isLong(body) ? body : bytesOf(body)?.slice();
  return new Response((content ?? null) as BodyInit | null, { status, headers: [...headers] });
}
