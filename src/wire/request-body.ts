import type { BodyFraming } from "./body-framing.ts";

/** More than this is not taken from the connection before it is read. */
const MAX_WAITING = 256 * 1024;
/** What a piece takes besides its bytes. */
const OVERHEAD = 128;

/** What the connection of a body does for it. */
interface Source {
  /** The body is wanted: a client that waits for it may be told to send it. */
  want(): void;
  pause(): void;
  resume(): void;
}

/** The body of a request while it arrives. Somebody reads it, or it is discarded. */
export class RequestBody {
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #reader: PromiseWithResolvers<Uint8Array | undefined> | undefined;
  #isOver = false;
  #isDiscarded = false;
  #failure: Error | undefined;

  constructor(
    private framing: BodyFraming,
    private source: Source,
  ) {}

  /** All of it has arrived. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Bytes that are still to come; Infinity if nobody knows. */
  get left(): number {
    return this.framing.left;
  }

  /** Somebody waits for more. */
  get isWanted(): boolean {
    return this.#reader !== undefined;
  }

  /** The next piece, or undefined at the end. Rejects if the rest will never come, or is malformed. */
  async read(): Promise<Uint8Array | undefined> {
    const next = this.#waiting.shift();
    if (next) {
      this.#waitingBytes -= next.length + OVERHEAD;
      if (this.#waitingBytes < MAX_WAITING) this.source.resume();
      return next;
    }
    if (this.#failure) throw this.#failure;
    if (this.#isOver || this.#isDiscarded) return undefined;
    const reader = (this.#reader = Promise.withResolvers());
    this.source.want(); // may find that the client has gone
    return reader.promise;
  }

  /** Nobody will read the rest. */
  discard(): void {
    this.#isDiscarded = true;
    this.#waiting.length = this.#waitingBytes = 0;
    this.#answer(undefined);
    this.source.resume();
  }

  /** Takes what has arrived. Returns what does not belong to the body any more. */
  take(data: Buffer): Buffer | undefined {
    const end = this.framing.read(data, this.#keep);
    if (end < 0) return undefined;
    this.#isOver = true;
    if (this.#reader) this.#answer(undefined);
    return end < data.length ? data.subarray(end) : undefined;
  }

  /** The rest will not come. */
  fail(error: Error): void {
    if (this.#isOver || this.#failure) return;
    this.#failure = error;
    this.#reader?.reject(error);
    this.#reader = undefined;
  }

  #keep = (content: Uint8Array): void => {
    if (this.#isDiscarded) return;
    if (this.#reader) return this.#answer(content);
    this.#waiting.push(content);
    this.#waitingBytes += content.length + OVERHEAD;
    if (this.#waitingBytes >= MAX_WAITING) this.source.pause();
  };

  #answer(content: Uint8Array | undefined) {
    this.#reader?.resolve(content);
    this.#reader = undefined;
  }
}
