import { MAX_WORKERS } from "../config/limits.ts";

const ACCOUNTS = 256;
/** Of one process: what it holds in all, then the tag and the bytes of each account. */
const WORDS = 1 + 2 * ACCOUNTS;

/** How much each server process holds, and for whom. Each writes only its own part, and reads those of the others. */
export class SharedRoom {
  static readonly BYTES = MAX_WORKERS * WORDS * 4;
  readonly #words: Int32Array;

  constructor(
    memory: ArrayBufferLike,
    offset: number,
    private own: { index: number; salt: number },
  ) {
    this.#words = new Int32Array(memory, offset, MAX_WORKERS * WORDS);
  }

  /** Bytes that the other processes hold. */
  others(): number {
    return this.#sum((start) => this.#words[start]!);
  }

  /** Those of one account. */
  othersOf(account: string): number {
    const tag = this.#tagOf(account);
    return this.#sum((start) => {
      const entry = this.#find(start, tag);
      return entry === undefined ? 0 : this.#words[entry + 1]!;
    });
  }

  /** Says what this process holds for an account, and in all. */
  hold(account: string, bytes: number, total: number): void {
    const start = this.own.index * WORDS;
    this.#words[start] = total;
    const tag = this.#tagOf(account);
    const entry = this.#find(start, tag) ?? this.#find(start, 0);
    // With more accounts than entries, this one counts only towards the total.
    if (entry === undefined) return;
    this.#words[entry] = bytes === 0 ? 0 : tag;
    this.#words[entry + 1] = bytes;
  }

  /** The process has ended, and holds nothing. */
  clear(index: number): void {
    this.#words.fill(0, index * WORDS, (index + 1) * WORDS);
  }

  #tagOf(account: string): number {
    return Bun.hash.xxHash32(account, this.own.salt) | 0 || 1;
  }

  #find(start: number, tag: number): number | undefined {
    for (let entry = start + 1; entry < start + WORDS; entry += 2) if (this.#words[entry] === tag) return entry;
    return undefined;
  }

  #sum(of: (start: number) => number): number {
    let sum = 0;
    for (let index = 0; index < MAX_WORKERS; index++) if (index !== this.own.index) sum += of(index * WORDS);
    return sum;
  }
}
