import { currentSpent } from "../time-spent.ts";

/** Calls another service on behalf of the current request, whose trace it carries on. */
export async function tracedFetch(url: string, init: RequestInit): Promise<Response> {
  const { method = "GET" } = init;
  const call = currentSpent()?.trace?.call(method, new URL(url).host);
  if (!call) return fetch(url, init);
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(call.headers)) headers.set(name, value);
  let status: number | undefined;
  try {
    const response = await fetch(url, { ...init, headers });
    ({ status } = response);
    return response;
  } finally {
    call.end(status);
  }
}
