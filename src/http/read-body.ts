import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";
import { HttpError } from "./errors.ts";
import { SMALL_BODY, type UploadSlot } from "./upload-slots.ts";

/** What a body has to bring in each period: whoever is slower only keeps the room from others. */
export interface Speed {
  periodMs: number;
  bytes: number;
}

export const MIN_SPEED: Record<"large" | "small", Speed> = {
  large: { periodMs: 10_000, bytes: 80 * 1024 },
  // Takes little room, so it may take its time: all of it has to be here by then.
  small: { periodMs: 60_000, bytes: SMALL_BODY + 1 },
};
/** For how long the server waits before it gives up on a silent sender; set anew in each period. */
const PATIENCE_SECONDS = 90;

export interface BodyLimits {
  maxBytes: number;
  /** Where a body that may be large takes its memory from. */
  place?: UploadSlot;
  /** The connection that the body comes by; whoever is told to stop in the middle of it cannot use it again. */
  connection: { waitFor(seconds: number): void; closes: boolean };
}

/** A body in the pieces in which it came: to join a large one would take its memory twice. */
export async function readParts(request: Request, limits: BodyLimits): Promise<Uint8Array[]> {
  if (!request.body) return [];
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const slow = limits.place ? new SlownessWatch(MIN_SPEED[limits.place.kind], limits.connection) : undefined;
  const parts: Uint8Array[] = [];
  let length = 0;
  let hasRoom = true;
  try {
    for (;;) {
      const read = reader.read();
      const { value, done } = await (limits.place ? Promise.race([read, limits.place.evicted, slow!.tooSlow]) : read);
      if (done) return parts;
      length += value.length;
      if (length > limits.maxBytes) throw tooLarge(limits.maxBytes);
      hasRoom = false;
      limits.place?.take(value.length);
      hasRoom = true;
      slow?.count(value.length);
      parts.push(value);
    }
  } catch (error) {
    if (hasRoom) {
      limits.connection.closes = true;
      reader.cancel().catch(() => {});
    } else drain(reader, limits.maxBytes - length).catch(() => {});
    // Who hangs up in the middle, or sends malformed chunks, is not a fault of ours.
    const ours = error instanceof HttpError || error instanceof DomainError;
    throw ours ? error : new HttpError(400, message("error.body-broken"));
  } finally {
    slow?.stop();
    limits.place?.arrived();
  }
}

/**
 * Lets the rest of a body come, and forgets it. Its sender is honest, and only too early: to close the connection while it
 * sends would take the answer from it, and with it the time to come again.
 */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, max: number): Promise<void> {
  for (let left = max; left >= 0;) {
    const { value, done } = await reader.read();
    if (done) return;
    left -= value.length;
  }
  await reader.cancel();
}

class SlownessWatch {
  readonly #slow = Promise.withResolvers<never>();
  #bytes = 0;
  #timer: Timer;

  constructor({ periodMs, bytes }: Speed, connection: BodyLimits["connection"]) {
    this.#slow.promise.catch(() => {});
    // Otherwise the server cuts what is slower than 16 KB a second, although it flows.
    connection.waitFor(PATIENCE_SECONDS);
    this.#timer = setInterval(() => {
      if (this.#bytes < bytes) this.#slow.reject(tooSlow());
      this.#bytes = 0;
      connection.waitFor(PATIENCE_SECONDS);
    }, periodMs);
  }

  get tooSlow(): Promise<never> {
    return this.#slow.promise;
  }

  count(bytes: number) {
    this.#bytes += bytes;
  }

  stop() {
    clearInterval(this.#timer);
  }
}

const tooSlow = () => new HttpError(408, message("error.body-slow"));

/** Undefined for a body that comes in chunks, or for none. */
export function announcedLength({ headers }: Request): number | undefined {
  const stated = headers.get("content-length");
  return stated === null ? undefined : Number(stated);
}

export const tooLarge = (maxBytes: number) =>
  new HttpError(413, message("error.body-large", { size: sizeOf(maxBytes) }));

const sizeOf = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`;
