import {
  deleteCollected,
  findEverythingSaved,
  insertCollected,
  insertCollection,
  listPlacesOf,
} from "../../data/collections.ts";
import { lockMeme } from "../../data/memes.ts";
import type { Collection } from "../../entities/collection.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { lockVisibleMeme } from "../memes/find-visible-meme.ts";

export const MAX_SAVED = 10_000;

/** Idempotent. False if it was saved before. */
export async function saveMeme(ctx: Ctx, memeId: string): Promise<boolean> {
  requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => (await saveInto(tx, memeId)).length > 0);
}

/** Saves a meme, and puts it into these of the caller's collections. Returns which collections did not have it. */
export async function saveInto(tx: Ctx, memeId: string, collectionIds: readonly number[] = []): Promise<number[]> {
  const { user } = requireMember(tx.actor);
  const meme = await lockVisibleMeme(tx, memeId);
  const everything = await everythingOf(tx, user.id);
  const added: number[] = [];
  for (const collectionId of inOrder([everything.id, ...collectionIds])) {
    const now = await insertCollected(tx.db, { collectionId, memeId: meme.id, createdAt: tx.now });
    if (now === undefined) continue;
    if (collectionId === everything.id && now > MAX_SAVED)
      throw new DomainError("invalid", message("error.many-saved", { most: MAX_SAVED }));
    added.push(collectionId);
  }
  return added;
}

/** The order in which they are locked. */
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

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
    await lockMeme(db, memeId);
    const places = await listPlacesOf(db, user.id, memeId);
    for (const id of inOrder(places.map(({ collectionId }) => collectionId))) await deleteCollected(db, id, memeId);
    return places.length > 0;
  });
}
