import { listCollections } from "../../data/collections.ts";
import type { Collection } from "../../entities/collection.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { MAX_COLLECTIONS } from "./create-collection.ts";

/** The caller's, by name. */
export async function listOwnCollections(ctx: Ctx): Promise<Collection[]> {
  const { user } = requireMember(ctx.actor);
  return listCollections(ctx.db, user.id, MAX_COLLECTIONS);
}
