import { looks } from "../../data/copies.ts";
import type { Db } from "../../data/schema.ts";
import type { Thirds } from "../../entities/look.ts";
import { differenceOfThirds, thirdsOf, valuesNear } from "../../images/similarity.ts";

/** Pictures with many frames have many hashes. The first ones tell enough. */
const MAX_HASHES = 32;

type ListWith = typeof looks.listWith;

/**
 * Owners of a look that differs from one of these hashes in at most so many bits: the nearest first, the oldest of equals
 * first. If hashes differ by no more than that, one of their thirds differs by no more than a third of it, so the cost
 * depends on the difference and not on the number of looks.
 */
export async function listNear(
  db: Db,
  listWith: ListWith,
  hashes: readonly string[],
  difference: number,
): Promise<string[]> {
  const nearest = new Map<string, number>();
  for (const hash of hashes.slice(0, MAX_HASHES).map(thirdsOf)) {
    for (const at of [0, 1, 2] as const)
      for (const { owner, thirds } of await listWith(db, at, valuesNear(hash[at], Math.floor(difference / 3))))
        keepNearest(nearest, owner, differenceOfThirds(hash, thirds), difference);
  }
  return [...nearest].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1)).map(([owner]) => owner);
}

/** Families of copies. */
export const listFamiliesNear = (db: Db, hashes: readonly string[], difference: number): Promise<string[]> =>
  listNear(db, looks.listWith, hashes, difference);

function keepNearest(nearest: Map<string, number>, owner: string, found: number, max: number) {
  if (found <= max && found < (nearest.get(owner) ?? Infinity)) nearest.set(owner, found);
}

/** What of a picture is kept as its looks. */
export const looksOf = (hashes: readonly string[]): Thirds[] => hashes.slice(0, MAX_HASHES).map(thirdsOf);
