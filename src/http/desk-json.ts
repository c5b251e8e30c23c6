import type { Desk } from "./desk.ts";
import { MAX_PACKED_AT_ONCE } from "./encoding.ts";
import { WrittenJson } from "./kept-json.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const LASTING = -2;

/**
 * JSON that is written on a desk when somebody asks for its bytes, since most callers who send an ETag have them
 * already. They are there until the next answer is written on that desk.
 */
export abstract class DeskJson extends WrittenJson {
  #bytes: Bytes | undefined;
  /** When they were written. */
  #count = -1;

  constructor(private desk: Desk) {
    super();
  }

  protected abstract write(desk: Desk): Bytes;

  get bytes(): Bytes {
    const { desk } = this;
    if (this.#bytes && (this.#count === LASTING || this.#count === desk.count)) return this.#bytes;
    const bytes = this.write(desk);
    this.#bytes = bytes;
    this.#count = desk.count;
    // Another thread compresses it, while the next answer is written here.
    return bytes.length > MAX_PACKED_AT_ONCE ? this.lasting().bytes : bytes;
  }

  override lasting(): this {
    if (this.#count === LASTING) return this;
    this.#bytes = this.bytes.slice();
    this.#count = LASTING;
    return this;
  }
}
