import type { Long } from "./http-response.ts";

/** Of a file. Slow readers keep one each. */
const PIECE = 64 * 1024;

/** A body that is sent while it is read. */
export interface Pieces {
  /** Undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** The rest is not needed. */
  cancel(): void;
}

export const piecesOf = (body: Long): Pieces => (body instanceof Blob ? new FilePieces(body) : new StreamPieces(body));

class FilePieces implements Pieces {
  #at = 0;
  #hasBegun = false;

  constructor(private file: Blob) {}

  async next(): Promise<Uint8Array | undefined> {
    // A file that is missing has a size of 0, and fails only when it is read.
    if (this.#hasBegun && this.#at >= this.file.size) return undefined;
    this.#hasBegun = true;
    const { size } = this.file;
    const end = Math.min(this.#at + PIECE, size);
    const piece = await (size === 0 ? this.file : this.file.slice(this.#at, end)).bytes();
    if (piece.length !== end - this.#at) throw new Error("A file has changed while it was sent.");
    this.#at = end;
    return piece.length > 0 ? piece : undefined;
  }

  cancel(): void {}
}

class StreamPieces implements Pieces {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array | string>;

  constructor(stream: ReadableStream<Uint8Array | string>) {
    this.#reader = stream.getReader();
  }

  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      // In chunks, an empty one would be the end.
      if (value.length > 0) return typeof value === "string" ? Buffer.from(value) : value;
    }
  }

  cancel(): void {
    this.#reader.cancel().catch(() => {});
  }
}
