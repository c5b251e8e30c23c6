/** 1 January 2023: ids have 18 digits from 2026 until 2053, and then sort as text in the order of their making. */
export const ID_EPOCH = Date.UTC(2023, 0, 1);
const NODE_BITS = 10n;
const SEQUENCE_BITS = 10n;
const MAX_SEQUENCE = (1 << Number(SEQUENCE_BITS)) - 1;

export function makeId(ms: number, node: number, sequence: number): string {
  return (
    (BigInt(ms - ID_EPOCH) << (NODE_BITS + SEQUENCE_BITS)) |
    (BigInt(node) << SEQUENCE_BITS) |
    BigInt(sequence)
  ).toString();
}

/** When an id was made. */
export const timeOfId = (id: string) => Number(BigInt(id) >> (NODE_BITS + SEQUENCE_BITS)) + ID_EPOCH;

/** What an id of ours can look like; anything else is simply not there. */
export const isId = (text: string) => /^[1-9]\d{16,18}$/.test(text);

/** Hands out ids that only grow, even if the clock steps back, and that no other node makes. */
export class Ids {
  #ms = 0;
  #sequence = 0;

  constructor(
    public node: number,
    private clock: () => number,
  ) {}

  next(): string {
    const now = this.clock();
    if (now > this.#ms) {
      this.#ms = now;
      this.#sequence = 0;
    } else if (this.#sequence < MAX_SEQUENCE) {
      this.#sequence++;
    } else {
      this.#ms++;
      this.#sequence = 0;
    }
    return makeId(this.#ms, this.node, this.#sequence);
  }
}
