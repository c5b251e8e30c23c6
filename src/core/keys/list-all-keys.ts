import { listNewestKeys } from "../../data/keys.ts";
import type { User } from "../../entities/user.ts";
import type { ApiKeyRow } from "../../data/schema.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { requireFounder } from "../access.ts";

export interface OwnedKey {
  key: ApiKeyRow;
  owner: User;
}

/** Of everyone, newest first. */
export async function listAllKeys(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: string },
): Promise<Page<OwnedKey, string>> {
  requireFounder(ctx.actor);
  const found = await listNewestKeys(ctx.db, { amount: amount + 1, after });
  const { items, next } = pageOf(found, amount, ({ id }) => id);
  const owners = await findUsers(
    ctx.db,
    items.map((key) => key.user_id),
  );
  const owned = items.flatMap((key) => {
    const owner = owners.get(key.user_id);
    return owner ? [{ key, owner }] : []; // whose account has just been deleted
  });
  return { items: owned, next };
}
