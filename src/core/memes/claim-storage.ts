import { readSiteId } from "../../data/site.ts";
import { OWNERS_KEY, readOwners, writeOwners } from "../../storage/owners.ts";
import type { Ctx } from "../ctx.ts";
import { holdsStrangers } from "./find-orphans.ts";
import { picturesLost } from "./pictures-lost.ts";

type Holder = Pick<Ctx, "db" | "storage">;

/** Images looked at before a storage without an owner becomes ours. */
const SAMPLE = 1000;

/** Why the storage may not be swept, in a sentence; undefined where it may be. Changes nothing. */
export const whyNotSwept = async (ctx: Holder): Promise<string | undefined> => (await examine(ctx)).refusal;

/**
 * Writes down in the storage that this site keeps its images there, and says why it may not be swept, if so. What no
 * meme of ours owns may be another site's: another database beside the same folder, or a bucket that two sites share.
 * So a storage is ours alone only if nobody else is written down, and becomes ours only if it holds nothing foreign.
 * Where others are, we write ourselves down beside them: then they will not sweep our images either. One that lacks our
 * pictures is not the one that we mean.
 */
export async function claimStorage(ctx: Holder): Promise<string | undefined> {
  const { id, owners, refusal } = await examine(ctx);
  const settled = owners.includes(id) || (owners.length === 0 && refusal !== undefined);
  if (!settled) await writeOwners(ctx.storage, [...owners, id]);
  return refusal;
}

/** The operator is sure that there is no other site. */
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
