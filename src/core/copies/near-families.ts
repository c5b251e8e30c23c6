import { listLooksWith } from "../../data/copies.ts";
import type { Db } from "../../data/schema.ts";
import type { Thirds } from "../../entities/look.ts";
import { differenceOfThirds, thirdsOf, valuesNear } from "../../images/similarity.ts";

/** Pictures with many frames have many hashes. The first ones tell enough. */
const MAX_HASHES = 32;

/**
 * Families of copies with a look that differs from one of these hashes in at most so many bits: the nearest first, the
 * oldest of equals first. If hashes differ by no more than that, one of their thirds differs by no more than a third of
 * it, so the cost depends on the difference and not on the number of memes.
 */
export async function listFamiliesNear(db: Db, hashes: readonly string[], difference: number): Promise<string[]> {
  const nearest = new Map<string, number>();
  for (const hash of hashes.slice(0, MAX_HASHES).map(thirdsOf)) {
    for (const at of [0, 1, 2] as const)
      for (const { family, thirds } of await listLooksWith(db, at, valuesNear(hash[at], Math.floor(difference / 3))))
        keepNearest(nearest, family, differenceOfThirds(hash, thirds), difference);
  }
  return [...nearest].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1)).map(([family]) => family);
}

function keepNearest(nearest: Map<string, number>, family: string, found: number, max: number) {
  if (found <= max && found < (nearest.get(family) ?? Infinity)) nearest.set(family, found);
}

/** What of a picture is kept as its looks. */
export const looksOf = (hashes: readonly string[]): Thirds[] => hashes.slice(0, MAX_HASHES).map(thirdsOf);
