import type { Ctx } from "../core/ctx.ts";
import {
  keepReservation,
  releaseAnswer,
  reserveAnswer,
  type Processes,
  type Reservation,
} from "../core/idempotency/keep-answer.ts";
import { HeldPicture } from "../images/process.ts";
import { SpooledVideo } from "../video/spooled-video.ts";
import { hasEnded, PROCESS_NAME } from "../process-name.ts";
import { HttpError } from "./errors.ts";
import type { RequestHeaders } from "../wire/request-headers.ts";

const PROCESSES: Processes = { name: PROCESS_NAME, hasEnded };

/** A request that may be sent again, and what it asks for. */
export interface Repeatable {
  key: string;
  fingerprint: string;
}

/** Acts, unless the same was done before under the same key: then returns the answer that was kept. */
export async function doOnce<T>(
  ctx: Ctx,
  asked: Repeatable,
  clock: () => number,
  act: (reservation: Reservation) => Promise<T>,
): Promise<{ done: T } | { kept: string }> {
  const found = await reserveAnswer(ctx, asked, PROCESSES);
  if (found.kept !== undefined) return { kept: found.kept };
  using _ = keepReservation(ctx, found.reservation, clock);
  try {
    return { done: await act(found.reservation) };
  } catch (error) {
    // Nothing was done. Once the mistake is fixed, the same key can be used again.
    await releaseAnswer(ctx, found.reservation);
    throw error;
  }
}

const SHAPE = /^[\x21-\x7e]{1,255}$/;

/** The key a client gives to a request it may have to repeat. */
export function idempotencyKeyOf(headers: RequestHeaders): string | undefined {
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
export function fingerprintOf(name: string, params: Readonly<Record<string, string>>, input: object): string {
  const hasher = new Bun.CryptoHasher("sha256").update(JSON.stringify([name, params]));
  for (const [field, value] of Object.entries(input)) hasher.update(`\n${JSON.stringify(field)}:${valueOf(value)}`);
  return hasher.digest("hex");
}

/** A picture is the same wherever it is held. */
function valueOf(value: unknown): string {
  if (value instanceof HeldPicture || value instanceof SpooledVideo) return value.digest;
  if (value instanceof Uint8Array) return new Bun.CryptoHasher("sha256").update(value).digest("hex");
  return JSON.stringify(value ?? null);
}
