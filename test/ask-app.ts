import type { App } from "../src/app.ts";
import { HttpRequest } from "../src/wire/http-request.ts";
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
  const {
    status,
    headers: got,
    body,
  } = await app.fetch(new HttpRequest({ method: "GET", target: path, headers: sent }));
  return new Response(body as BodyInit, { status, headers: [...got] });
}
