import { findShared } from "../../data/collections.ts";
import type { Collection } from "../../entities/collection.ts";
import type { User } from "../../entities/user.ts";
import { message } from "../../words/messages.ts";
import { DomainError } from "../../errors.ts";
import { isBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isSecret } from "../secrets.ts";
import { cachedUser } from "../users/find-user.ts";

export interface SharedCollection {
  collection: Collection;
  owner: User;
}

/** Open to anyone who has its address, unless one of the two has blocked the other. */
export async function readShared(ctx: Ctx, shareKey: string): Promise<SharedCollection> {
  const collection = isSecret(shareKey) ? await findShared(ctx.db, shareKey) : undefined;
  const owner = collection && (await cachedUser(ctx, collection.ownerId));
  if (!collection || !owner || isBlocked(ctx.actor, owner.id))
    throw new DomainError("not_found", message("error.not-shared"));
  return { collection, owner };
}
