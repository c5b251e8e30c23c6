import { deleteFact, readFact, writeFact } from "../../data/site.ts";
import type { Ctx } from "../ctx.ts";
import type { Amount } from "./find-orphans.ts";

const FACT = "stored";
const DAY_MS = 86_400_000;
/** So many days are remembered, to tell how fast it grows. */
const MAX_DAYS = 30;
/** From fewer days nothing can be told honestly. */
const MIN_MS = 7 * DAY_MS;

/** What the last sweep of the storage found. */
export interface Stored {
  at: number;
  /** Files of memes. */
  kept: Amount;
  /** Files that may yet get a meme. */
  young: Amount;
  /** Files of no meme, which it deleted. */
  swept: Amount;
}

/** How many bytes were in use at a moment. */
type Sample = [at: number, bytes: number];

interface Kept {
  last: Stored;
  samples: Sample[];
}

const read = async ({ db }: Pick<Ctx, "db">): Promise<Kept | undefined> => {
  const fact = await readFact(db, FACT);
  return fact === undefined ? undefined : (JSON.parse(fact) as Kept);
};

export async function recordStored(ctx: Pick<Ctx, "db">, last: Stored): Promise<void> {
  const before = (await read(ctx))?.samples ?? [];
  // One a day: of those of today, the first stays.
  const isNew = !before.some(([at]) => dayOf(at) === dayOf(last.at));
  const samples = isNew ? [...before, [last.at, last.kept.bytes] satisfies Sample].slice(-MAX_DAYS) : before;
  await writeFact(ctx.db, FACT, JSON.stringify({ last, samples } satisfies Kept));
}

export const forgetStored = ({ db }: Pick<Ctx, "db">): Promise<void> => deleteFact(db, FACT);

const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

export interface StoredAmount extends Stored {
  /** Bytes a day, over the last weeks; undefined while nothing can be told honestly. */
  growth: number | undefined;
}

export async function readStored(ctx: Pick<Ctx, "db">): Promise<StoredAmount | undefined> {
  const kept = await read(ctx);
  return kept && { ...kept.last, growth: growthOf(kept) };
}

function growthOf({ last, samples: [first] }: Kept): number | undefined {
  if (!first || last.at - first[0] < MIN_MS) return undefined;
  return ((last.kept.bytes - first[1]) / (last.at - first[0])) * DAY_MS;
}
