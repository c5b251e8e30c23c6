const SETS = 8192;
const WAYS = 8;
const ENTRIES = SETS * WAYS;

/**
 * When allowances are full again, for all server processes together: a hash table in shared memory. A moment changes by
 * compare-and-exchange, so no request is forgotten. An entry is free once its moment has passed, so the table holds
 * only callers who have just sent something; if eight of one set are alive, the one that is full soonest is dropped.
 */
export class SharedMoments {
  static readonly BYTES = ENTRIES * (4 + 8);
  /** Hashes of the ids; 0 is nobody. */
  readonly #tags: Int32Array;
  readonly #moments: Float64Array;
  readonly #bits: BigInt64Array;

  /** Each kind of id has its own salt, unknown to callers, who could otherwise look for collisions. */
  constructor(
    memory: ArrayBufferLike,
    offset: number,
    private salt: number,
  ) {
    this.#moments = new Float64Array(memory, offset, ENTRIES);
    this.#bits = new BigInt64Array(memory, offset, ENTRIES);
    this.#tags = new Int32Array(memory, offset + ENTRIES * 8, ENTRIES);
  }

  tagOf(id: string): number {
    return Bun.hash.xxHash32(id, this.salt) | 0 || 1;
  }

  /** Whether the entry is still the one of this tag. */
  holds(entry: number, tag: number): boolean {
    return this.#tags[entry] === tag;
  }

  read(entry: number): number {
    return this.#moments[entry]!;
  }

  /** False if another process has changed the moment since it was read. */
  replace(entry: number, before: number, after: number): boolean {
    scratch[0] = before;
    const expected = scratchBits[0]!;
    scratch[0] = after;
    return Atomics.compareExchange(this.#bits, entry, expected, scratchBits[0]!) === expected;
  }

  /** Finds the entry of an id, or gives it one. */
  entryOf(id: string, now: number): number {
    const tag = this.tagOf(id);
    const first = (Bun.hash.xxHash32(id, ~this.salt >>> 0) % SETS) * WAYS;
    for (;;) {
      let oldest = first;
      for (let entry = first; entry < first + WAYS; entry++) {
        if (this.holds(entry, tag)) return entry;
        if (this.read(entry) < this.read(oldest)) oldest = entry;
      }
      const [other, moment] = [this.#tags[oldest]!, this.read(oldest)];
      // Otherwise another process has just taken it.
      if (Atomics.compareExchange(this.#tags, oldest, other, tag) !== other) continue;
      if (moment > now) this.replace(oldest, moment, 0);
      return oldest;
    }
  }
}

/** For the bits of a number. */
const scratch = new Float64Array(1);
const scratchBits = new BigInt64Array(scratch.buffer);
