import type { RequestHeaders } from "../wire/request-headers.ts";

/**
 * The one API key of a request: `Authorization: <key>`, `Authorization: Bearer <key>` or, without that header,
 * `X-API-Key: <key>`. Repeated headers arrive joined by a comma, which no key contains.
 */
export function credentialOf(headers: RequestHeaders): string | undefined {
  const authorization = headers.get("authorization");
  if (!authorization) return headers.get("x-api-key") ?? undefined;
  if (authorization.startsWith("gfw_")) return authorization;
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? authorization;
}

/** Whether a key was sent, valid or not. Basic credentials for a proxy in front of us are not a key. */
export function sendsKey(headers: RequestHeaders): boolean {
  const credential = credentialOf(headers);
  return credential !== undefined && !/^(?:basic|digest|negotiate|ntlm) /i.test(credential);
}
