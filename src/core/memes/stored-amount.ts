import { deleteFact, readFact, writeFact } from "../../data/site.ts";
import type { Ctx } from "../ctx.ts";
import type { Amount } from "./find-orphans.ts";

const FACT = "stored";
const DAY_MS = 86_400_000;
/** Days remembered to estimate growth. */
const MAX_DAYS = 30;
/** An honest estimate needs at least this long. */
const MIN_MS = 7 * DAY_MS;

/** Result of the last sweep. */
export interface Stored {
  at: number;
  /** Files of memes. */
  kept: Amount;
  /** Files too recent to tell. */
  young: Amount;
  /** Orphaned files, which it deleted. */
  swept: Amount;
}

/** Bytes in use at one moment. */
type Sample = [at: number, bytes: number];

interface CachedAmount {
  last: Stored;
  samples: Sample[];
}

const read = async ({ db }: Pick<Ctx, "db">): Promise<CachedAmount | undefined> => {
  const fact = await readFact(db, FACT);
  return fact === undefined ? undefined : (JSON.parse(fact) as CachedAmount);
};

export async function recordStored(ctx: Pick<Ctx, "db">, last: Stored): Promise<void> {
  const before = (await read(ctx))?.samples ?? [];
  // One sample per day, the first.
  const isNew = !before.some(([at]) => dayOf(at) === dayOf(last.at));
  const samples = isNew ? [...before, [last.at, last.kept.bytes] satisfies Sample].slice(-MAX_DAYS) : before;
  await writeFact(ctx.db, FACT, JSON.stringify({ last, samples } satisfies CachedAmount));
}

export const forgetStored = ({ db }: Pick<Ctx, "db">): Promise<void> => deleteFact(db, FACT);

const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

export interface StoredAmount extends Stored {
  /** Bytes per day, over the last weeks; undefined until there is enough data. */
  growth: number | undefined;
}

export async function readStored(ctx: Pick<Ctx, "db">): Promise<StoredAmount | undefined> {
  const kept = await read(ctx);
  return kept && { ...kept.last, growth: growthOf(kept) };
}

function growthOf({ last, samples: [first] }: CachedAmount): number | undefined {
  if (!first || last.at - first[0] < MIN_MS) return undefined;
  return ((last.kept.bytes - first[1]) / (last.at - first[0])) * DAY_MS;
}
