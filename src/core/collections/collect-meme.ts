import { deleteCollected } from "../../data/collections.ts";
import { lockMeme } from "../../data/memes.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { createCollection } from "./create-collection.ts";
import { findOwnCollection } from "./find-collection.ts";
import { saveInto } from "./save-meme.ts";

interface Placing {
  memeId: string;
  collectionId: number;
}

/** Saves a meme into a collection. Idempotent. False if it was there before. */
export async function collectMeme(ctx: Ctx, { memeId, collectionId }: Placing): Promise<boolean> {
  requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const { id } = await findOwnCollection(tx, collectionId);
    return (await saveInto(tx, memeId, [id])).includes(id);
  });
}

/** Saves a meme into a collection that is created for it. */
export async function collectIntoNew(ctx: Ctx, { memeId, name }: { memeId: string; name: string }): Promise<void> {
  requireMember(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const { id } = await createCollection(tx, { name });
    await collectMeme(tx, { memeId, collectionId: id });
  });
}

/** It stays saved. Idempotent. */
export async function uncollectMeme(ctx: Ctx, { memeId, collectionId }: Placing): Promise<boolean> {
  requireMember(ctx.actor);
  return inFreeingTransaction(ctx, async (tx) => {
    const { id } = await findOwnCollection(tx, collectionId);
    await lockMeme(tx.db, memeId);
    return deleteCollected(tx.db, id, memeId);
  });
}
