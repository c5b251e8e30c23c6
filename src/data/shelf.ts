import type { DatabaseMeter } from "./meter.ts";

/** A key may be in any of so many places. */
const WAYS = 4;
/** There is a place for so many bytes: several times as many places as records, so that few records lose theirs. */
const BYTES_PER_PLACE = 64;
/** Readers may read a few bytes beyond the last record. */
const PADDING = 8;

/**
 * Small records kept by key in one array of bytes, in the order they came. When it is full, the oldest are overwritten.
 * Values of a Map would be objects, which take as much memory again, and every garbage collection walks over them.
 */
export class Shelf {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
  /** How many records were written. */
  puts = 0;
  /** The number of the record that was found last: no other record ever has the same. */
  found = 0;
  readonly #size: number;
  /** Where the record of a key begins, counted from the first one ever written. */
  readonly #places: Float64Array;
  /** Where the next record begins. Starts above 0, which marks an empty place. */
  #end = 1;
  /** Whatever begins below is forgotten. */
  #floor = 1;
  #forgotten = 0;

  constructor(
    maxBytes: number,
    private meter: DatabaseMeter,
  ) {
    this.#size = maxBytes;
    this.bytes = new Uint8Array(maxBytes + PADDING);
    this.view = new DataView(this.bytes.buffer);
    this.#places = new Float64Array(WAYS * 2 ** Math.ceil(Math.log2(maxBytes / BYTES_PER_PLACE / WAYS + 1)));
  }

  /** Where the record of a key begins in `bytes`, until the next `put`. -1 if there is none. */
  find(key: string): number {
    const place = this.#placeOf(key);
    if (place < 0) {
      this.meter.cacheMisses++;
      return -1;
    }
    this.meter.cacheHits++;
    this.found = this.#places[place]!;
    return this.#offsetOf(this.found) + 1 + key.length;
  }

  /** Keys are short and ASCII. Only for what was read since the last look, or see `mark`. */
  put(key: string, record: Uint8Array): void {
    const length = 1 + key.length + record.length;
    const { bytes } = this;
    const size = this.#size;
    if (length * WAYS > size) return;
    this.puts++;
    const place = this.#placeOf(key);
    let at = this.#offsetOf(this.#end);
    if (at + length > size) {
      this.#end += size - at;
      at = 0;
    }
    this.#places[place < 0 ? this.#oldestPlace(key) : place] = this.#end;
    this.#end += length;
    bytes[at++] = key.length;
    for (let i = 0; i < key.length; i++) bytes[at++] = key.charCodeAt(i);
    bytes.set(record, at);
  }

  /** For records that have yet to be read: tells whether anything was forgotten in the meantime. */
  mark(): () => boolean {
    const forgotten = this.#forgotten;
    return () => forgotten === this.#forgotten;
  }

  forget(key: string): void {
    this.#forgotten++;
    const place = this.#placeOf(key);
    if (place >= 0) this.#places[place] = 0;
  }

  clear(): void {
    this.#forgotten++;
    this.#floor = this.#end;
  }

  #placeOf(key: string): number {
    const oldest = Math.max(this.#floor, this.#end - this.#size);
    const first = this.#firstPlace(key);
    for (let place = first; place < first + WAYS; place++) {
      const start = this.#places[place]!;
      if (start >= oldest && this.#holds(this.#offsetOf(start), key)) return place;
    }
    return -1;
  }

  #holds(at: number, key: string): boolean {
    const { bytes } = this;
    if (bytes[at] !== key.length) return false;
    for (let i = 0; i < key.length; i++) if (bytes[at + 1 + i] !== key.charCodeAt(i)) return false;
    return true;
  }

  #oldestPlace(key: string): number {
    const first = this.#firstPlace(key);
    let oldest = first;
    for (let place = first + 1; place < first + WAYS; place++)
      if (this.#places[place]! < this.#places[oldest]!) oldest = place;
    return oldest;
  }

  #firstPlace(key: string): number {
    let hash = 0;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    return ((hash ^ (hash >>> 15)) * WAYS) & (this.#places.length - 1);
  }

  #offsetOf(start: number): number {
    return start % this.#size;
  }
}
