import { findIdsInSlots } from "../../data/slots.ts";
import type { Age } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import { Random } from "../seed/random.ts";
import { siteCounters } from "../stats/read-stats.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { countSlots, slotAt } from "./pick-random-meme.ts";
import { readListed } from "./read-listed.ts";

/** Memes in one answer. */
export const MAX_RANDOM = 50;
/** Memes that one can ask not to get. */
export const MAX_EXCLUDED = 200;
/** So many slots are looked at beyond those asked for and excluded. Only people who mute a lot get fewer memes. */
const MAX_SPARE = 250;

export interface RandomWish {
  age: Age;
  count: number;
  /** The same text gives the same memes in the same order, as long as none comes or goes. */
  seed?: string | undefined;
  /** Ids of memes to leave out. */
  exclude?: readonly string[] | undefined;
}

/** Different memes, in random order: as many as asked for, as far as there are so many. */
export async function pickRandomMemes(ctx: Ctx, { age, count, seed, exclude = [] }: RandomWish) {
  const totals = await siteCounters(ctx);
  const deck = new Deck(countSlots(totals, age), seed);
  const passed = new Set(exclude);
  const picked: MemeWithAuthor[] = [];
  let left = count + passed.size + MAX_SPARE;
  while (picked.length < count && left > 0) {
    const drawn = deck.draw(Math.min(count - picked.length, left));
    if (drawn.length === 0) break;
    left -= drawn.length;
    const ids = await findIdsInSlots(
      ctx.db,
      drawn.map((index) => slotAt(totals, age, index)!),
    );
    const fresh: string[] = [];
    for (const id of ids) {
      // Memes change slots when others go: one that was drawn before may be back in another.
      if (id === undefined || passed.has(id)) continue;
      passed.add(id);
      fresh.push(id);
    }
    const listed = await readListed(ctx, fresh);
    picked.push(...listed.filter(({ meme }) => !meme.disabled && meme.age <= age));
  }
  return picked;
}

/** The numbers below `size`, shuffled. Only those drawn are ever in memory. */
class Deck {
  #drawn = 0;
  readonly #moved = new Map<number, number>();
  readonly #below: (limit: number) => number;

  constructor(
    private size: number,
    seed: string | undefined,
  ) {
    const random = seed === undefined ? undefined : new Random(...Array.from(seed, (sign) => sign.codePointAt(0)!));
    this.#below = random ? (limit) => random.below(limit) : (limit) => Math.floor(Math.random() * limit);
  }

  draw(count: number): number[] {
    const amount = Math.min(count, this.size - this.#drawn);
    return Array.from({ length: amount }, () => this.#next());
  }

  /** Swaps the next place with any that follows, as Fisher and Yates do. */
  #next(): number {
    const first = this.#drawn++;
    const at = first + this.#below(this.size - first);
    const number = this.#moved.get(at) ?? at;
    this.#moved.set(at, this.#moved.get(first) ?? first);
    return number;
  }
}
