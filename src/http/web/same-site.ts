/**
 * Whether a page of ours sent it. Browsers say so themselves; those that do not, on plain http, name the origin.
 * A request that says neither may come from anywhere.
 */
export function isFromHere(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return headers.get("origin") === origin;
}
