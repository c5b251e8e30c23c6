import { findCollection } from "../../data/collections.ts";
import type { Collection } from "../../entities/collection.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** The only gate to a collection by its number. Those of others do not exist. */
export async function findOwnCollection(ctx: Ctx, id: number): Promise<Collection> {
  const { user } = requireMember(ctx.actor);
  const found = id > 0 ? await findCollection(ctx.db, id) : undefined;
  // The one without a name is not changed like the others.
  if (found?.ownerId !== user.id || found.name === "") throw noCollection();
  return found;
}

export const noCollection = () => new DomainError("not_found", message("error.no-collection"));
