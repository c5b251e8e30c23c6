import {
  deleteCollected,
  findEverythingSaved,
  insertCollected,
  insertCollection,
  listPlacesOf,
} from "../../data/collections.ts";
import type { Collection } from "../../entities/collection.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";

export const MAX_SAVED = 10_000;

/** Idempotent. False if it was saved before. */
export async function saveMeme(ctx: Ctx, memeId: string): Promise<boolean> {
  const { user } = requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const meme = await findVisibleMeme(tx, memeId);
    const everything = await everythingOf(tx, user.id);
    const now = await insertCollected(tx.db, { collectionId: everything.id, memeId: meme.id, createdAt: ctx.now });
    if (now !== undefined && now > MAX_SAVED)
      throw new DomainError("invalid", message("error.many-saved", { most: MAX_SAVED }));
    return now !== undefined;
  });
}

/** Made with the first meme that somebody saves. */
async function everythingOf({ db, now }: Ctx, ownerId: string): Promise<Collection> {
  const made = () => insertCollection(db, { ownerId, name: "", createdAt: now });
  const find = () => findEverythingSaved(db, ownerId);
  // Another request may make it between the two.
  return (await find()) ?? (await made()) ?? (await find())!;
}

/** Takes it out of all collections too. Idempotent, and also for memes that are hidden now. */
export async function unsaveMeme(ctx: Ctx, memeId: string): Promise<boolean> {
  const { user } = requireMember(ctx.actor);
  if (!isId(memeId)) return false;
  return inFreeingTransaction(ctx, async ({ db }) => {
    const places = await listPlacesOf(db, user.id, memeId);
    // Always in the same order, so that two acts cannot deadlock.
    for (const id of places.map(({ collectionId }) => collectionId).sort((a, b) => a - b))
      await deleteCollected(db, id, memeId);
    return places.length > 0;
  });
}
