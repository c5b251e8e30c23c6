import { DomainError } from "../errors.ts";
import { Interruption } from "../interruption.ts";
import { message } from "../words/messages.ts";
import { HttpError } from "./errors.ts";
import { SMALL_BODY, type UploadSlot } from "./upload-slots.ts";
import type { HttpRequest } from "../wire/http-request.ts";
import { WireError } from "../wire/wire-error.ts";

/** Minimum bytes per period: slower senders only keep the room from others. */
export interface Speed {
  periodMs: number;
  bytes: number;
}

export const MIN_SPEED: Record<"large" | "small", Speed> = {
  large: { periodMs: 10_000, bytes: 80 * 1024 },
  // Takes little room, so it may take its time, but all of it has to be here by then.
  small: { periodMs: 60_000, bytes: SMALL_BODY + 1 },
};
/** How long a connection may be silent meanwhile: longer than a period, so that the sender is told why it ends. */
const PATIENCE_SECONDS = 90;

export interface BodyLimits {
  maxBytes: number;
  /** It could be larger if it stated its length. */
  moreIfStated?: boolean;
  /** Where a large body takes its memory from. */
  place?: UploadSlot;
  /** The body's connection. If reading stops in the middle, it cannot be reused. */
  connection: { waitFor(seconds: number): void; closes: boolean };
}

/** A body in the pieces it arrived in: joining a large one would take its memory twice. */
export async function readParts(request: HttpRequest, limits: BodyLimits): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  await readEach(request, limits, (part) => {
    limits.place?.take(part.length);
    parts.push(part);
  });
  return parts;
}

/** Hands on each piece of a body. If `take` has no room for one, the sender is heard out and then told. */
export async function readEach(
  request: HttpRequest,
  limits: BodyLimits,
  take: (part: Uint8Array) => void | Promise<void>,
): Promise<void> {
  if (!request.body) return;
  const { body } = request;
  const { place } = limits;
  const arrival = place?.arrival ?? new Interruption();
  const slow = body.isOver
    ? undefined
    : new SlownessWatch(MIN_SPEED[place?.kind ?? "small"], arrival, limits.connection);
  let length = 0;
  let hasRoom = true;
  try {
    for (;;) {
      const part = await arrival.wait(body.read());
      if (!part) return;
      length += part.length;
      if (length > limits.maxBytes) throw (limits.moreIfStated ? unstated : tooLarge)(limits.maxBytes);
      hasRoom = false;
      const taking = take(part);
      if (taking) await taking;
      hasRoom = true;
      slow?.count(part.length);
    }
  } catch (error) {
    // A sender who is only too early may go on, and is heard out.
    if (hasRoom) limits.connection.closes = true;
    body.discard();
    if (error instanceof HttpError || error instanceof DomainError) throw error;
    // Neither of these is a server error.
    throw new HttpError(400, message(error instanceof WireError ? "error.body-malformed" : "error.body-broken"));
  } finally {
    slow?.stop();
    place?.arrived();
  }
}

class SlownessWatch {
  #bytes = 0;
  #timer: Timer;

  constructor({ periodMs, bytes }: Speed, arrival: Interruption, connection: BodyLimits["connection"]) {
    connection.waitFor(PATIENCE_SECONDS);
    this.#timer = setInterval(() => {
      if (this.#bytes < bytes) arrival.interrupt(tooSlow());
      this.#bytes = 0;
    }, periodMs);
  }

  count(bytes: number) {
    this.#bytes += bytes;
  }

  stop() {
    clearInterval(this.#timer);
  }
}

const tooSlow = () => new HttpError(408, message("error.body-slow"));

/** Undefined for a chunked body, or for none. */
export function announcedLength({ headers }: HttpRequest): number | undefined {
  const stated = headers.get("content-length");
  return stated === null ? undefined : Number(stated);
}

export const tooLarge = (maxBytes: number) =>
  new HttpError(413, message("error.body-large", { size: sizeOf(maxBytes) }));

const unstated = (maxBytes: number) =>
  new HttpError(413, message("error.body-large-unstated", { size: sizeOf(maxBytes) }));

const sizeOf = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`;
