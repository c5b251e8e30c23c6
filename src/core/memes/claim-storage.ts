import { readSiteId } from "../../data/site.ts";
import { OWNERS_KEY, readOwners, writeOwners } from "../../storage/owners.ts";
import type { Ctx } from "../ctx.ts";
import { holdsStrangers } from "./find-orphans.ts";
import { picturesLost } from "./pictures-lost.ts";

type Holder = Pick<Ctx, "db" | "storage">;

/** Images checked before an unclaimed storage becomes ours. */
const SAMPLE = 1000;

/** Why the storage may not be swept; undefined if it may. Read-only. */
export const sweepRefusal = async (ctx: Holder): Promise<string | undefined> => (await examine(ctx)).refusal;

/**
 * Records in the storage that this site keeps its images there, and returns why it may not be swept, if so. Files that
 * none of our memes own may belong to another site: another database beside the same folder, or a bucket two sites
 * share. So a storage is ours alone only if no other owner is recorded, and becomes ours only if it holds nothing
 * foreign. If there are other owners, we add ourselves, so that they do not sweep our images either. A storage that
 * lacks our pictures is not the one we mean.
 */
export async function claimStorage(ctx: Holder): Promise<string | undefined> {
  const { id, owners, refusal } = await examine(ctx);
  const settled = owners.includes(id) || (owners.length === 0 && refusal !== undefined);
  if (!settled) await writeOwners(ctx.storage, [...owners, id]);
  return refusal;
}

/** The operator confirms that there is no other site. */
export async function adoptStorage({ db, storage }: Holder): Promise<void> {
  await writeOwners(storage, [await readSiteId(db)]);
}

async function examine(ctx: Holder): Promise<{ id: string; owners: string[]; refusal?: string }> {
  const [id, owners] = [await readSiteId(ctx.db), await readOwners(ctx.storage)];
  const where = ctx.storage.description;
  if (owners.some((owner) => owner !== id)) return { id, owners, refusal: shared(where) };
  const lost = await picturesLost(ctx);
  if (lost !== undefined) return { id, owners, refusal: lost };
  if (owners.length === 0 && (await holdsStrangers(ctx, SAMPLE))) return { id, owners, refusal: strange(where) };
  return { id, owners };
}

const shared = (where: string) =>
  `Another site keeps its images in ${where} too, according to the file ${OWNERS_KEY} there, so nothing is swept: give each site its own place or, if this is the only one left, run ./guffaw sweep --adopt.`;
const strange = (where: string) =>
  `There are images in ${where} that no meme of this site owns, and no file ${OWNERS_KEY} says whose they are, so nothing is swept: if no other site keeps its images there, run ./guffaw sweep --adopt.`;
