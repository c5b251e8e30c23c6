import { isHeaderLine } from "./header-line.ts";
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
const MAX_DIGITS = 12;
/** The line before a chunk: its size, and extensions that nobody uses. */
const MAX_LINE = 256;
/** Extensions and trailers of a whole body. */
const MAX_EXTRA = 8 * 1024;
const SIZE = /^([0-9a-f]{1,12})((?:[ \t]*;[\t\x20-\x7e]*)?)$/i;

/** A body in chunks. Each says how long it is; trailers after the last one are skipped. */
export class Chunked implements BodyFraming {
  #state: "size" | "content" | "end of content" | "trailers" = "size";
  /** The part of a line that has arrived. */
  #line = "";
  /** Of this chunk. */
  #left = 0;
  #extra = 0;
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
      } else at = this.#readPlain(data, at) ?? this.#readLine(data, at);
    }
    // A copy if it is short, because it may be kept for a while, and everything around it with it.
    if (length > 0) take(length < data.length / 2 ? Buffer.from(data.subarray(0, length)) : data.subarray(0, length));
    return this.#isOver ? at : -1;
  }

  /** A size, or the line break after content: almost all lines are nothing else, and there may be countless ones. */
  #readPlain(data: Buffer, start: number): number | undefined {
    if (this.#line !== "" || this.#state === "trailers") return undefined;
    let end = start;
    let size = 0;
    if (this.#state === "size") {
      for (let digit = digitOf(data[end]); digit >= 0; digit = digitOf(data[++end])) size = 16 * size + digit;
      if (end === start || end > start + MAX_DIGITS) return undefined;
    }
    if (data[end] !== CR || data[end + 1] !== LF) return undefined;
    if (this.#state === "size") this.#beginChunk(size);
    else this.#state = "size";
    return end + 2;
  }

  /** Any line, however it is split. Returns where it stopped reading. */
  #readLine(data: Buffer, start: number): number {
    const found = data.indexOf(LF, start);
    const end = found < 0 ? data.length : found + 1;
    const max = this.#state === "trailers" ? MAX_EXTRA - this.#extra : MAX_LINE;
    if (this.#line.length + end - start > max) throw malformed();
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
      const [, size, extension] = SIZE.exec(text) ?? [];
      if (size === undefined) throw malformed();
      this.#countExtra(extension!.length);
      this.#beginChunk(Number.parseInt(size, 16));
    } else if (this.#state === "trailers") {
      this.#countExtra(line.length);
      this.#isOver = text === "";
      if (!this.#isOver && !isHeaderLine(text)) throw malformed();
    } else {
      if (text !== "") throw malformed();
      this.#state = "size";
    }
  }

  #beginChunk(size: number) {
    this.#left = size;
    this.#state = size === 0 ? "trailers" : "content";
  }

  #countExtra(length: number) {
    this.#extra += length;
    if (this.#extra > MAX_EXTRA) throw malformed();
  }
}

/** Of a hexadecimal number; -1 if it is none. */
function digitOf(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const malformed = () => new WireError(400, "The chunks of the body are malformed.");
