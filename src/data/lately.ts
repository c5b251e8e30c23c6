const PLACES = 16_384;

/**
 * Remembers which keys were asked for lately, more or less: a key has one place, and a later one takes it. Takes the
 * same memory for ten keys and for ten million.
 */
export class Lately {
  readonly #places = new Uint32Array(PLACES);

  /** Whether it was noted before. If so, the next time counts as the first again. */
  again(key: string): boolean {
    const mark = Bun.hash.crc32(key) || 1;
    const place = mark % PLACES;
    const isKnown = this.#places[place] === mark;
    this.#places[place] = isKnown ? 0 : mark;
    return isKnown;
  }
}
