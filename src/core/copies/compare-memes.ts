import { listUncompared } from "../../data/copies.ts";
import { findMemes } from "../../data/memes.ts";
import type { Meme, MemeImage } from "../../entities/meme.ts";
import { looksOfStored } from "../../images/process.ts";
import { readBytes } from "../../storage/storage.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { keyOf } from "../memes/renditions.ts";
import { findFamilyOf, joinFamily, thumbnailOf, type SeenBothWays } from "./find-family.ts";

export const COMPARE_MEMES = "compare-memes";
const BATCH = 100;

/**
 * Finds the copies among memes that were posted before copies were noticed, from the oldest on. Resumes where it was
 * interrupted.
 */
export async function compareMemes(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  requireOperator(ctx.actor);
  let count = 0;
  for (let after = ""; ;) {
    const ids = await listUncompared(ctx.db, after, BATCH);
    const memes = await findMemes(ctx.db, ids);
    for (const id of ids) {
      const meme = memes.get(id);
      if (meme) await compareMeme(ctx, meme);
      signal?.throwIfAborted();
    }
    count += ids.length;
    if (ids.length < BATCH) return count;
    after = ids.at(-1)!;
  }
}

async function compareMeme(ctx: Ctx, meme: Meme): Promise<void> {
  const thumbnail = await thumbnailOf(ctx, meme);
  // Nothing can be said about a picture that is lost or cannot be read; its file is still the same as others'.
  const looks = (thumbnail && (await lookAt(ctx, meme.image, thumbnail).catch(() => undefined))) ?? NOTHING;
  const seen: SeenBothWays = { hash: meme.image.hash, ...looks };
  const family = thumbnail && (await findFamilyOf(ctx, seen, thumbnail));
  await inTransaction(ctx, (tx) => joinFamily(tx, meme.id, seen, family));
}

const NOTHING = { perceptualHashes: [], mirroredHashes: [] };

/** The thumbnail shows as much as a hash sees, and is quick to read, but stands still. */
async function lookAt({ storage }: Ctx, image: MemeImage, thumbnail: Uint8Array) {
  const original = image.animated ? await readBytes(storage, keyOf(image, "original")) : undefined;
  return looksOfStored(original ?? thumbnail);
}
