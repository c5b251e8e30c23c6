import { makeId } from "../ids.ts";
import { Random } from "./random.ts";

export interface SeedSize {
  users: number;
  memes: number;
  ratings: number;
  comments: number;
  /** From 0 up to, but not including, SEEDS. */
  randomSeed: number;
}

// Fixed, so that the same seed gives the same rows on any day. Ids made before the first of these have 17 digits and
// would not sort with the others.
const FIRST_USER_AT = Date.UTC(2026, 0, 10);
const FIRST_MEME_AT = Date.UTC(2026, 2, 1);
export const LAST_AT = Date.UTC(2026, 6, 1);

/** Live nodes have numbers below this, so seeded ids never collide with theirs. */
const FIRST_NODE = 960;
/** Each seed needs its own node number, and this is how many are left. */
export const SEEDS = 1024 - FIRST_NODE;

/** Purposes of random numbers. Each has its own sequence, so that changing one leaves the others alone. */
const PURPOSES = [
  "joining",
  "submitting",
  "popularity",
  "user",
  "follows",
  "integrations",
  "meme",
  "reactions",
] as const;
type Purpose = (typeof PURPOSES)[number];

const MAX_MEMES_OF_FIRST = 1000;
const CROWD = 500;
/** How many times each account joins the crowd. */
const CROWD_ROUNDS = 3;

/** When everything happens, under which id, and how often. Computed before the first row is written. */
export class SeedPlan {
  readonly userIds: string[] = [];
  /** By meme. */
  readonly ratings: Int32Array;
  readonly comments: Int32Array;
  readonly memesOfFirst: number;

  constructor(readonly size: SeedSize) {
    const { users, memes, ratings, comments } = size;
    for (let user = 0; user < users; user++) this.userIds.push(this.#id(this.joinedAt(user), 0));
    const popularity = Float64Array.from({ length: memes }, (_, meme) => this.#popularity(meme));
    this.ratings = distribute(ratings, popularity, users);
    this.comments = distribute(comments, popularity, comments);
    this.memesOfFirst = users === 1 ? memes : Math.min(MAX_MEMES_OF_FIRST, Math.floor(memes / 10));
  }

  random(purpose: Purpose, index: number): Random {
    return new Random(this.size.randomSeed, PURPOSES.indexOf(purpose), index);
  }

  joinedAt(user: number): number {
    return this.#spread("joining", user, this.size.users, FIRST_USER_AT, FIRST_MEME_AT);
  }

  submittedAt(meme: number): number {
    return this.#spread("submitting", meme, this.size.memes, FIRST_MEME_AT, LAST_AT);
  }

  memeId(meme: number): string {
    return this.#id(this.submittedAt(meme), 1);
  }

  /** The first account has a known number of memes, evenly spread over the years. Among the others a few are busy. */
  authorOf(meme: number, random: Random): number {
    const share = this.memesOfFirst / this.size.memes;
    const chosen = random.next();
    if (Math.floor((meme + 1) * share + 1e-9) > Math.floor(meme * share + 1e-9)) return 0;
    return 1 + Math.floor((this.size.users - 1) * chosen ** 3);
  }

  /**
   * Distinct accounts from the crowd that is around when this meme is new: a walk with a stride that meets nobody
   * twice. Crowds change slowly, which is how people are, and keeps related rows close together on disk.
   */
  *crowdOf(meme: number, count: number, random: Random): Generator<number> {
    const { users, memes } = this.size;
    const crowd = Math.min(users, Math.max(CROWD, count));
    const first = Math.floor((meme / memes) * users * CROWD_ROUNDS);
    let stride = 1 + random.below(crowd);
    while (commonDivisor(stride, crowd) !== 1) stride++;
    let at = random.below(crowd);
    for (let i = 0; i < count; i++, at = (at + stride) % crowd) yield (first + at) % users;
  }

  #id(ms: number, sequence: number): string {
    return makeId(ms, FIRST_NODE + this.size.randomSeed, sequence);
  }

  /**
   * Evenly spaced between two moments, with a jitter that keeps the order. The first is exact, so that it can be found
   * again.
   */
  #spread(purpose: Purpose, index: number, count: number, from: number, to: number): number {
    const step = Math.floor((to - from) / count);
    return from + index * step + (index === 0 ? 0 : this.random(purpose, index).below(step));
  }

  /** A few are seen by nearly everyone, most by a handful. */
  #popularity(meme: number): number {
    return (this.random("popularity", meme).next() + 1e-6) ** -0.6;
  }
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** Distributes exactly `total` by weight, at most `max` each. */
export function distribute(total: number, weights: Float64Array, max: number): Int32Array {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const shares = new Int32Array(weights.length);
  let [reached, given] = [0, 0];
  for (const [i, weight] of weights.entries()) {
    const before = Math.round(reached);
    reached += (weight / sum) * total;
    shares[i] = Math.min(max, Math.round(reached) - before);
    given += shares[i]!;
  }
  // The remainder goes to the others, a little each.
  while (given < total) {
    const extra = Math.ceil((total - given) / shares.length);
    for (let i = 0; i < shares.length && given < total; i++) {
      const more = Math.min(extra, max - shares[i]!, total - given);
      shares[i]! += more;
      given += more;
    }
  }
  return shares;
}
