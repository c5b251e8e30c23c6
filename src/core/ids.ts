/** 1 January 2023. Ids have 18 digits from 2026 until 2053, so sorting them as text sorts them by age. */
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

/** When an id was created. */
export const timeOfId = (id: string) => Number(BigInt(id) >> (NODE_BITS + SEQUENCE_BITS)) + ID_EPOCH;

/** Shape of our ids. Anything else cannot exist. */
export const isId = (text: string) => /^[1-9]\d{16,18}$/.test(text);

/** Snowflake ids: always increasing, even if the clock steps back, and unique across nodes. */
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
