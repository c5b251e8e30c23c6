import { keepReservation, releaseAnswer, reserveAnswer, type Processes } from "../../core/idempotency/keep-answer.ts";
import { findVisibleMeme } from "../../core/memes/find-visible-meme.ts";
import { HeldPicture } from "../../images/process.ts";
import { hasEnded, PROCESS_NAME } from "../../process-name.ts";
import { HttpError } from "../errors.ts";
import type { Json } from "../json.ts";
import type { WrittenJson } from "../kept-json.ts";
import type { ApiCall } from "./api-call.ts";
import type { Route } from "./api-route.ts";

const PROCESSES: Processes = { name: PROCESS_NAME, hasEnded };

/** Handles a request, unless it was handled before under the same Idempotency-Key. Then the answer is repeated. */
export async function handleOnce(
  route: Route,
  call: ApiCall,
  input: Record<string, unknown>,
  clock: () => number,
): Promise<Json | WrittenJson> {
  const key = idempotencyKeyOf(call.exchange.request.headers);
  if (key === undefined) return route.handle(call, input);
  // An answer is not repeated to people who may no longer see the meme.
  if (call.params.id !== undefined) await findVisibleMeme(call.ctx, call.params.id);
  const fingerprint = fingerprintOf(route.name, call.params, input);
  const found = await reserveAnswer(call.ctx, { key, fingerprint }, PROCESSES);
  if (found.kept !== undefined) {
    call.headers = { "Idempotent-Replayed": "true" };
    return found.kept as Json;
  }
  call.reservation = found.reservation;
  using _ = keepReservation(call.ctx, found.reservation, clock);
  try {
    return await route.handle(call, input);
  } catch (error) {
    // Nothing was done. Once the mistake is fixed, the same key can be used again.
    await releaseAnswer(call.ctx, found.reservation);
    throw error;
  }
}

const SHAPE = /^[\x21-\x7e]{1,255}$/;

/** The key a client gives to a request it may have to repeat. */
function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key") ?? undefined;
  if (key !== undefined && !SHAPE.test(key))
    throw new HttpError(
      400,
      "An Idempotency-Key must be 1–255 visible ASCII characters without spaces, such as a UUID.",
    );
  return key;
}

/**
 * Compares requests by what they ask for, not by how it is written: a form sent again has another boundary but says
 * the same.
 */
function fingerprintOf(name: string, params: Record<string, string>, input: object): string {
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
