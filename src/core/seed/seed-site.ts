import type { MemeImage } from "../../entities/meme.ts";
import { countForSite } from "../../data/counters.ts";
import { dialectOf } from "../../data/dialect.ts";
import { SHARED_KEYS } from "../../data/memes.ts";
import {
  countForUsers,
  insertComments,
  insertFollows,
  insertLinkedAccounts,
  insertMemes,
  insertRatings,
  insertUsers,
  lastCommentId,
  listCommentsAfter,
  type UserCounts,
} from "../../data/seed.ts";
import { findUser } from "../../data/users.ts";
import { processImage } from "../../images/process.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { storeImage } from "../memes/submit-meme.ts";
import { enlistSeeded } from "./enlist-seeded.ts";
import { SeedPlan, type SeedSize } from "./plan.ts";
import { makeFollows, makeLinkedAccounts, makeMeme, makeUser, type SeededMeme } from "./make-entities.ts";

/** Writing this many rows takes a fraction of a second, so no other writer waits longer than that. */
const CHUNK_ROWS = 12_000;
const BREATH_MS = 5;

export interface Seeding extends SeedSize {
  /** A few pictures that all memes share. */
  pictures: Uint8Array[];
  /** Called after each commit with the number of accounts, memes, ratings and comments written. */
  onRows: (count: number) => void;
}

/**
 * Fills the site with made-up people and what they do: the same rows for the same size and random seed. Everything a
 * meme counts is written in one transaction, so the site is consistent after each, even if this is stopped.
 */
export async function seedSite(ctx: Ctx, input: Seeding): Promise<SeedPlan> {
  requireOperator(ctx.actor);
  const plan = new SeedPlan(input);
  if (await findUser(ctx.db, plan.userIds[0]!)) throw seededBefore(input);
  const images = await Promise.all(input.pictures.map((picture) => sharePicture(ctx, picture)));
  try {
    for (const [from, to] of ranges(input.users, () => 1)) await commit(ctx, input, () => addUsers(plan, from, to));
    for (const [from, to] of ranges(input.users, () => 4)) await commit(ctx, input, () => addTies(plan, from, to));
    const rowsOf = (meme: number) => 1 + plan.ratings[meme]! + plan.comments[meme]!;
    for (const [from, to] of ranges(input.memes, rowsOf))
      await commit(ctx, input, () => addMemes(plan, from, to, images));
  } catch (error) {
    if (dialectOf(ctx.db).isUniqueViolation(error)) throw seededBefore(input);
    throw error;
  }
  await dialectOf(ctx.db).search.settle(ctx.db);
  return plan;
}

const seededBefore = ({ randomSeed }: SeedSize) =>
  new DomainError("invalid", `The rows of random seed ${randomSeed} are here already; choose another --random-seed.`);

async function sharePicture(ctx: Ctx, picture: Uint8Array): Promise<MemeImage> {
  const image = await processImage(picture);
  return storeImage(ctx, SHARED_KEYS + image.hash.slice(0, 32), image);
}

/** Ranges of neighbours that make up a chunk. Always the same, because comment ids follow their order. */
function* ranges(count: number, rowsOf: (index: number) => number): Generator<[from: number, to: number]> {
  for (let from = 0, to = 0; from < count; from = to) {
    let rows = rowsOf(to++);
    while (to < count && rows + rowsOf(to) <= CHUNK_ROWS) rows += rowsOf(to++);
    yield [from, to];
  }
}

interface Chunk {
  rows: number;
  write(tx: Ctx): Promise<void>;
}

async function commit(ctx: Ctx, { onRows }: Seeding, make: () => Chunk): Promise<void> {
  const { rows, write } = make();
  await inTransaction(ctx, write);
  onRows(rows);
  // Lets waiting writers take their turn.
  await Bun.sleep(BREATH_MS);
}

function addUsers(plan: SeedPlan, from: number, to: number): Chunk {
  const users = numbers(from, to).map((user) => makeUser(plan, user));
  return {
    rows: users.length,
    async write({ db }) {
      await insertUsers(db, users);
      await countForSite(db, "users", users.length);
    },
  };
}

function addTies(plan: SeedPlan, from: number, to: number): Chunk {
  const follows = numbers(from, to).flatMap((user) => makeFollows(plan, user));
  const accounts = numbers(from, to).flatMap((user) => makeLinkedAccounts(plan, user));
  const counts = new Counts();
  for (const { followerId, followedId } of follows) {
    counts.of(followerId).following++;
    counts.of(followedId).followers++;
  }
  return {
    rows: 0, // nobody asked for a number of these
    async write({ db }) {
      await insertFollows(db, follows);
      await countForUsers(db, counts.byUser);
      await insertLinkedAccounts(db, accounts);
    },
  };
}

function addMemes(plan: SeedPlan, from: number, to: number, images: readonly MemeImage[]): Chunk {
  const seeded = numbers(from, to).map((meme) => makeMeme(plan, meme, images));
  const ratings = seeded.flatMap((one) => one.ratings);
  const counts = new Counts();
  for (const { meme } of seeded) {
    counts.of(meme.authorId).submitted++;
    if (!meme.disabled) counts.of(meme.authorId).memes++;
  }
  const comments = seeded.reduce((sum, { meme }) => sum + meme.commentCount, 0);
  return {
    rows: seeded.length + ratings.length + comments,
    async write(tx) {
      const { db } = tx;
      await insertMemes(
        db,
        seeded.map(({ meme }) => meme),
      );
      await insertRatings(db, ratings);
      await enlistSeeded(tx, seeded);
      await addComments(db, seeded);
      const submitted = await countForUsers(db, counts.byUser);
      const firsts = [...submitted].filter(([id, count]) => counts.of(id).submitted === count).length;
      await countForSite(db, "memers", firsts);
      await countForSite(db, "ratings", ratings.length);
    },
  };
}

/** The database numbers the comments, so replies can be written only after their parents. */
async function addComments(db: Ctx["db"], seeded: SeededMeme[]) {
  const before = await lastCommentId(db);
  await insertComments(
    db,
    seeded.flatMap((one) => one.comments),
  );
  const numbered = new Map<string, number[]>(seeded.map(({ meme }) => [meme.id, []]));
  // Others may comment meanwhile, but not on these memes: nobody can see them yet.
  for (const { id, memeId } of await listCommentsAfter(db, before)) numbered.get(memeId)?.push(id);
  const replies = seeded.flatMap((one) =>
    one.replies.map(({ comment, parent }) => ({ ...comment, parentId: numbered.get(one.meme.id)![parent]! })),
  );
  await insertComments(db, replies);
}

class Counts {
  readonly byUser = new Map<string, UserCounts>();

  of(user: string): UserCounts {
    let counts = this.byUser.get(user);
    if (!counts) this.byUser.set(user, (counts = { memes: 0, submitted: 0, followers: 0, following: 0 }));
    return counts;
  }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
