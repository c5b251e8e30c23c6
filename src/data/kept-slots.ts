import { AGES } from "../entities/age.ts";
import type { DatabaseMeter } from "./meter.ts";
import { BLOCK, blockOf, type Slot, type SlotRow } from "./slots.ts";

/** Ids have at most this many characters. */
const WIDTH = 20;
/** As many draws without any change of a meme mean that a block will be asked for again before it is forgotten. */
const CALM = 4;

/**
 * The ids in the slots of memes, block by block in one array of bytes. In a Map, the way to an id would lead through
 * half a dozen objects, each of which the processor has to fetch from memory.
 */
export class KeptSlots {
  readonly #ids: Uint8Array<ArrayBuffer>;
  readonly #maxBlocks: number;
  /** Which block of the array holds a block of slots, counted from 1, by age and number. 0 if none does. */
  readonly #places: Int32Array;
  #used = 0;
  /** Draws since everything was forgotten that found their block missing. */
  #draws = 0;
  /** How often everything was forgotten. */
  #cleared = 0;

  constructor(
    maxBytes: number,
    private meter: DatabaseMeter,
  ) {
    this.#maxBlocks = Math.floor(maxBytes / (BLOCK * WIDTH));
    this.#ids = new Uint8Array(this.#maxBlocks * BLOCK * WIDTH);
    this.#places = new Int32Array(this.#maxBlocks * AGES.length);
  }

  /** Empty if the slot is; undefined if that is not known. */
  idIn(slot: Slot): string | undefined {
    const place = this.#placeOf(slot);
    if (place === 0) {
      this.meter.cacheMisses++;
      return undefined;
    }
    this.meter.cacheHits++;
    const start = startIn(place, slot.slot);
    let end = start + WIDTH;
    while (end > start && this.#ids[end - 1] === 0) end--;
    return Buffer.prototype.latin1Slice.call(this.#ids, start, end);
  }

  /** Counts a draw of a slot that is not known. Returns whether to read its whole block. */
  wants(slot: Slot): boolean {
    return ++this.#draws > CALM && this.#used < this.#maxBlocks && blockOf(slot) < this.#maxBlocks;
  }

  /** For a block that has yet to be read: tells whether everything was forgotten in the meantime. */
  mark(): () => boolean {
    const cleared = this.#cleared;
    return () => cleared === this.#cleared;
  }

  /** The slots of a block that are not empty. */
  put(of: Slot, rows: readonly SlotRow[]): void {
    // Somebody else may have read the same block.
    if (this.#used === this.#maxBlocks || this.#placeOf(of) > 0) return;
    const place = ++this.#used;
    const first = startIn(place, 0);
    this.#ids.fill(0, first, first + BLOCK * WIDTH);
    for (const { slot, id } of rows) this.#ids.set(Buffer.from(id, "latin1"), startIn(place, slot!));
    this.#places[this.#indexOf(of)] = place;
  }

  /** Any change of a meme may move slots. */
  clear(): void {
    this.#cleared++;
    this.#draws = 0;
    if (this.#used > 0) this.#places.fill(0);
    this.#used = 0;
  }

  #placeOf(slot: Slot): number {
    return blockOf(slot) < this.#maxBlocks ? this.#places[this.#indexOf(slot)]! : 0;
  }

  #indexOf(slot: Slot): number {
    return AGES.indexOf(slot.age) * this.#maxBlocks + blockOf(slot);
  }
}

const startIn = (place: number, slot: number) => ((place - 1) * BLOCK + (slot % BLOCK)) * WIDTH;
