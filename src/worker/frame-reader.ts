import { cut, decodeHeader, HEADER_START, headerLength, type Header } from "./frames.ts";

/** No frame is longer. One that claims to be is not to be believed. */
const MAX_BYTES = 256 * 1024 * 1024;

export interface Frame<H extends Header> {
  header: H;
  bytes: Uint8Array[];
}

/** Puts together one frame at a time, from chunks as they arrive. */
export class FrameReader<H extends Header> {
  #pieces: Generator<number, Frame<H>, Uint8Array> | undefined;
  #piece = new Uint8Array();
  #filled = 0;
  #done = Promise.withResolvers<Frame<H>>();

  read(): Promise<Frame<H>> {
    this.#done = Promise.withResolvers();
    this.#pieces = piecesOf<H>();
    this.#expect(this.#pieces.next());
    return this.#done.promise;
  }

  /** Throws if nobody has asked for these bytes, or if they cannot be understood. */
  push(chunk: Uint8Array) {
    for (let at = 0; at < chunk.length;) {
      if (!this.#pieces) throw new Error("More has arrived than was asked for.");
      const part = chunk.subarray(at, at + this.#piece.length - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#piece.length) this.#expect(this.#pieces.next(this.#piece));
    }
  }

  #expect(next: IteratorResult<number, Frame<H>>) {
    if (next.done) {
      this.#pieces = undefined;
      this.#done.resolve(next.value);
      return;
    }
    this.#piece = new Uint8Array(next.value);
    this.#filled = 0;
  }
}

/** Yields the length of each piece, and takes the piece. */
function* piecesOf<H extends Header>(): Generator<number, Frame<H>, Uint8Array> {
  const header = decodeHeader<H>(yield headerLength(yield HEADER_START));
  const length = header.bytes.reduce((sum, one) => sum + one, 0);
  if (!(length >= 0 && length <= MAX_BYTES)) throw new Error(`A frame of ${length} bytes is none.`);
  return { header, bytes: length > 0 ? cut(yield length, header.bytes) : [] };
}
