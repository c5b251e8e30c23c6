import { createHmac, randomBytes } from "node:crypto";

// As in the specification "Standard Webhooks".

const PREFIX = "whsec_";

export const makeWebhookSecret = () => PREFIX + randomBytes(32).toString("base64");

/** Headers of a message, signed with each of these secrets. */
export function signMessage(id: string, at: number, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const sign = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
      .update(signed)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
