import { DomainError } from "../core/errors.ts";

/**
 * The one API key of a request: `Authorization: <key>`, `Authorization: Bearer <key>` or `X-API-Key: <key>`. Two
 * header lines of a name arrive joined by a comma, and two different keys have no meaning: neither is let through.
 */
export function credentialOf(headers: Headers): string | undefined {
  const authorization = headers.get("authorization");
  const apiKey = headers.get("x-api-key");
  if (authorization === null) return apiKey ?? undefined;
  const bearer = /^bearer +(\S+)$/i.exec(authorization);
  const key = bearer ? bearer[1]! : authorization;
  if (apiKey !== null && apiKey !== key)
    throw new DomainError("not_signed_in", "Two different API keys were sent; send one.");
  return key;
}
