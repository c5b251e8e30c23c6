import { WireError } from "./wire-error.ts";

/** Tells where a body ends, and what of the bytes that arrive is content. */
export interface BodyFraming {
  /** How many bytes are still to come; Infinity if nobody knows. */
  readonly left: number;
  /** Hands the content of `data` to `take`. Returns where the body ended, or -1 if there is more to come. */
  read(data: Buffer, take: (content: Buffer) => void): number;
}

export class FixedLength implements BodyFraming {
  constructor(public left: number) {}

  read(data: Buffer, take: (content: Buffer) => void): number {
    if (data.length < this.left) {
      this.left -= data.length;
      take(data);
      return -1;
    }
    const end = this.left;
    this.left = 0;
    if (end > 0) take(data.subarray(0, end));
    return end;
  }
}

const CR = 0x0d;
const LF = 0x0a;
/** The line before a chunk: a number, and extensions that nobody uses. */
const MAX_LINE = 256;
const MAX_TRAILERS = 8 * 1024;
const SIZE = /^([0-9a-f]{1,12})[ \t]*(?:;[\t\x20-\x7e]*)?$/i;

/** A body in chunks. Each says how long it is; trailers after the last one are skipped. */
export class Chunked implements BodyFraming {
  #state: "size" | "content" | "end of content" | "trailers" = "size";
  #line = "";
  /** Of this chunk. */
  #left = 0;
  #trailers = 0;
  #isOver = false;

  get left(): number {
    return this.#isOver ? 0 : Infinity;
  }

  read(data: Buffer, take: (content: Buffer) => void): number {
    // Moved together in place: a body of countless small chunks must not become as many objects.
    let length = 0;
    let at = 0;
    while (at < data.length && !this.#isOver) {
      if (this.#state === "content") {
        const end = Math.min(data.length, at + this.#left);
        data.copyWithin(length, at, end);
        length += end - at;
        this.#left -= end - at;
        at = end;
        if (this.#left === 0) this.#state = "end of content";
      } else at = this.#readLine(data, at);
    }
    if (length > 0) take(data.subarray(0, length));
    return this.#isOver ? at : -1;
  }

  /** Returns where it stopped reading. */
  #readLine(data: Buffer, start: number): number {
    const found = data.indexOf(LF, start);
    const end = found < 0 ? data.length : found + 1;
    if (this.#line.length + end - start > MAX_LINE && this.#state !== "trailers") throw malformed();
    this.#trailers += this.#state === "trailers" ? end - start : 0;
    if (this.#trailers > MAX_TRAILERS) throw malformed();
    this.#line += data.toString("latin1", start, end);
    if (found >= 0) this.#takeLine();
    return end;
  }

  #takeLine() {
    const line = this.#line;
    this.#line = "";
    if (line.charCodeAt(line.length - 2) !== CR) throw malformed();
    const text = line.slice(0, -2);
    if (this.#state === "size") {
      const [, size] = SIZE.exec(text) ?? [];
      if (size === undefined) throw malformed();
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? "trailers" : "content";
    } else if (this.#state === "trailers") {
      this.#isOver = text === "";
    } else {
      if (text !== "") throw malformed();
      this.#state = "size";
    }
  }
}

const malformed = () => new WireError(400, "The chunks of the body are malformed.");
