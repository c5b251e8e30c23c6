import { timingSafeEqual } from "node:crypto";

/** A secret shown once, and recognized later by its hash. */
export const makeSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");

export const isSecret = (text: string) => /^[\w-]{32}$/.test(text);

export const hashOf = (secret: string) => new Bun.CryptoHasher("sha256").update(secret).digest("hex");

/** Proves that a text was written by whoever has the key. */
export const signatureOf = (text: string, key: string) =>
  new Bun.CryptoHasher("sha256", key).update(text).digest("base64url");

export function isSignedBy(text: string, key: string, signature: string): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(text, key))];
  return given.length === right.length && timingSafeEqual(given, right);
}
