import type { RequestHeaders } from "../../wire/request-headers.ts";

/**
 * Whether one of our pages sent it. Browsers say so in Sec-Fetch-Site; those that do not, on plain http, send the
 * origin. A request with neither may come from anywhere.
 */
export function isFromHere(headers: RequestHeaders, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return headers.get("origin") === origin;
}
