import { deleteBase, findBase, isBaseInUse, listUnusedBases } from "../../data/bases.ts";
import { countForSite } from "../../data/counters.ts";
import { countForUser } from "../../data/users.ts";
import type { BasePicture } from "../../entities/base-picture.ts";
import { requireOperator } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { discardImage } from "../memes/discard-image.ts";

/**
 * Uploads of a person that nothing of theirs uses any more go, with their files. In the transaction that lets go of
 * them. Returns how many bytes that frees; the caller counts them.
 */
export async function releaseBases(tx: Ctx, ownerId: string, baseIds: readonly string[]): Promise<number> {
  let freed = 0;
  for (const id of baseIds) {
    const base = await findBase(tx.db, id);
    if (base?.ownerId === ownerId) freed += await releaseBase(tx, base);
  }
  return freed;
}

async function releaseBase(tx: Ctx, base: BasePicture): Promise<number> {
  if (await isBaseInUse(tx.db, base)) return 0;
  const gone = await deleteBase(tx.db, base.id);
  if (!gone) return 0;
  await discardImage(tx, gone);
  return gone.bytes;
}

/** Somebody may be about to use what has just been uploaded. */
const YOUNG_MS = 3_600_000;
const BATCH = 200;

/** For what was left behind: by a meme that was refused at the last moment, or by an account that is gone. */
export async function sweepBases(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  requireOperator(ctx.actor);
  let swept = 0;
  for (let after = ""; ;) {
    signal?.throwIfAborted();
    const unused = await listUnusedBases(ctx.db, after, ctx.now - YOUNG_MS, BATCH);
    for (const base of unused) if (await sweepBase(ctx, base)) swept++;
    if (unused.length < BATCH) return swept;
    after = unused.at(-1)!.id;
  }
}

const sweepBase = (ctx: Ctx, base: BasePicture): Promise<boolean> =>
  inFreeingTransaction(ctx, (tx) => dropBase(tx, base));

/** Lets go of some pictures, in the transaction of what used them; those that something else uses stay. */
export async function dropBases(tx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const base = await findBase(tx.db, id);
    if (base) await dropBase(tx, base);
  }
}

async function dropBase(tx: Ctx, base: BasePicture): Promise<boolean> {
  const freed = await releaseBase(tx, base);
  if (freed === 0) return false;
  if (base.ownerId !== undefined) await countForUser(tx.db, base.ownerId, { storedBytes: -freed });
  await countForSite(tx.db, "bytes", -freed);
  return true;
}
