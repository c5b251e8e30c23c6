/** Pseudorandom numbers that are the same on every machine (mulberry32). Not for secrets. */
export class Random {
  #state = 0x9e3779b9;

  /** A different sequence for each combination. */
  constructor(...of: number[]) {
    for (const part of of) {
      this.#state = Math.imul(this.#state ^ part, 0x85ebca6b);
      this.#state = Math.imul(this.#state ^ (this.#state >>> 13), 0xc2b2ae35);
    }
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }
}
