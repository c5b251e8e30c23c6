import { InvalidInput } from "./errors.ts";
import { parse } from "./json.ts";
import type { MemeEvent } from "./types.ts";

/**
 * What a webhook is told.
 *
 * @example
 * const isNew = (message: WebhookMessage) => message.type === "meme.new";
 */
export type WebhookMessage =
  | { type: `meme.${MemeEvent["event"]}`; timestamp: Date; data: MemeEvent }
  | { type: "test"; timestamp: Date; data: Record<string, never> };

/** Headers as `fetch` has them, or as Node has them. */
type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

/** Clocks differ by less. Whoever repeats an old message is found out. */
const TOLERANCE_MS = 5 * 60_000;

/**
 * Reads a message to a webhook, if it really comes from the site; otherwise throws an `InvalidInput`. Pass the body as it
 * arrived, before anything has parsed it. It may arrive twice, with the same `webhook-id`.
 *
 * @example
 * const message = await verifyWebhook(secret, request.headers, await request.text());
 * if (message.type === "meme.new") console.log(message.data.meme?.url);
 */
export async function verifyWebhook(secret: string, headers: GivenHeaders, body: string): Promise<WebhookMessage> {
  const get = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? "");
  const [id, timestamp, signatures] = [get("webhook-id"), get("webhook-timestamp"), get("webhook-signature")];
  const age = Math.abs(Date.now() - Number(timestamp) * 1000);
  if (!id || !timestamp || !(age <= TOLERANCE_MS))
    throw new InvalidInput("The message is older than five minutes, or has no id and timestamp.");
  const key = await keyOf(secret);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of signatures.split(" ")) {
    const bytes = one.startsWith("v1,") ? bytesOf(one.slice(3)) : undefined;
    if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return parse(body) as WebhookMessage;
  }
  throw new InvalidInput("The signature of the message doesn't match its secret.");
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith("whsec_") ? bytesOf(secret.slice("whsec_".length)) : undefined;
  if (!bytes?.length) throw new InvalidInput("The secret of a webhook begins with whsec_.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
