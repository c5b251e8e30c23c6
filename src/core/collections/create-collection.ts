import { insertCollection, listCollections } from "../../data/collections.ts";
import type { Collection } from "../../entities/collection.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { cleanText } from "../text.ts";

export const MAX_COLLECTIONS = 100;
export const MAX_COLLECTION_NAME = 60;

export const cleanCollectionName = (name: string) =>
  cleanText("collection", name.replace(/\s+/g, " ").trim(), { min: 1, max: MAX_COLLECTION_NAME, field: "name" });

/** It is private until its owner shares it. */
export async function createCollection(ctx: Ctx, input: { name: string }): Promise<Collection> {
  const { user } = requireMember(ctx.actor);
  const name = cleanCollectionName(input.name);
  return inTransaction(ctx, async ({ db }) => {
    if ((await listCollections(db, user.id, MAX_COLLECTIONS)).length === MAX_COLLECTIONS)
      throw new DomainError("invalid", message("error.many-collections", { most: MAX_COLLECTIONS }), { field: "name" });
    return (await insertCollection(db, { ownerId: user.id, name, createdAt: ctx.now })) ?? nameTaken(name);
  });
}

export function nameTaken(name: string): never {
  throw new DomainError("invalid", message("error.collection-exists", { name }), { field: "name" });
}
