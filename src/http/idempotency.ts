import { HeldPicture } from "../images/process.ts";
import { HttpError } from "./errors.ts";

const SHAPE = /^[\x21-\x7e]{1,255}$/;

/** The key that a client gives to a request which it may have to send again. */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key") ?? undefined;
  if (key !== undefined && !SHAPE.test(key))
    throw new HttpError(
      400,
      "An Idempotency-Key must be 1–255 visible ASCII characters without spaces, such as a UUID.",
    );
  return key;
}

/**
 * Tells two requests apart by what they ask for, not by how it is written: a form sent again has another boundary, and
 * says the same.
 */
export function fingerprintOf(name: string, params: Record<string, string>, input: object): string {
  const hasher = new Bun.CryptoHasher("sha256").update(JSON.stringify([name, params]));
  for (const [field, value] of Object.entries(input)) hasher.update(`\n${JSON.stringify(field)}:${valueOf(value)}`);
  return hasher.digest("hex");
}

/** A picture is the same wherever it is held. */
function valueOf(value: unknown): string {
  if (value instanceof HeldPicture) return value.digest;
  if (value instanceof Uint8Array) return new Bun.CryptoHasher("sha256").update(value).digest("hex");
  return JSON.stringify(value ?? null);
}
