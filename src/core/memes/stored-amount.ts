import { deleteFact, readFact, writeFact } from "../../data/site.ts";
import type { Ctx } from "../ctx.ts";
import type { Amount } from "./find-orphans.ts";

const FACT = "stored";
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

export async function recordStored({ db }: Pick<Ctx, "db">, last: Stored): Promise<void> {
  // Nodes of the previous version look for samples.
  await writeFact(db, FACT, JSON.stringify({ last, samples: [] }));
}

export const forgetStored = ({ db }: Pick<Ctx, "db">): Promise<void> => deleteFact(db, FACT);

export async function readStored({ db }: Pick<Ctx, "db">): Promise<Stored | undefined> {
  const fact = await readFact(db, FACT);
  return fact === undefined ? undefined : (JSON.parse(fact) as { last: Stored }).last;
}
