import { findEverythingSaved, listPlacesOf } from "../../data/collections.ts";
import type { Collection } from "../../entities/collection.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";
import { listOwnCollections } from "./list-own-collections.ts";

/** Where the caller keeps a meme. */
export interface Save {
  /** Undefined if it is not saved. */
  savedAt: number | undefined;
  /** All collections of the caller, and whether the meme is in them. */
  collections: { collection: Collection; holds: boolean }[];
}

export async function readSave(ctx: Ctx, memeId: string): Promise<Save> {
  const { user } = requireMember(ctx.actor);
  const { id } = await findVisibleMeme(ctx, memeId);
  const [everything, collections, places] = await Promise.all([
    findEverythingSaved(ctx.db, user.id),
    listOwnCollections(ctx),
    listPlacesOf(ctx.db, user.id, id),
  ]);
  const placeIn = (collection: Collection | undefined) =>
    places.find(({ collectionId }) => collectionId === collection?.id);
  return {
    savedAt: placeIn(everything)?.createdAt,
    collections: collections.map((collection) => ({ collection, holds: placeIn(collection) !== undefined })),
  };
}
