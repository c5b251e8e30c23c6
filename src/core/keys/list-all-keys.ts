import { listNewestKeys } from "../../data/keys.ts";
import type { User } from "../../entities/user.ts";
import type { ApiKey } from "../../entities/api-key.ts";
import { findUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { requireFounder } from "../access.ts";

export interface OwnedKey {
  key: ApiKey;
  owner: User;
}

/** Everyone's keys, newest first. */
export async function listAllKeys(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: string },
): Promise<Page<OwnedKey, string>> {
  requireFounder(ctx.actor);
  const found = await listNewestKeys(ctx.db, { amount: amount + 1, after });
  const { items, next } = pageOf(found, amount, ({ id }) => id);
  const owners = await findUsers(
    ctx.db,
    items.map((key) => key.userId),
  );
  const owned = items.flatMap((key) => {
    const owner = owners.get(key.userId);
    return owner ? [{ key, owner }] : []; // unless the account has just been deleted
  });
  return { items: owned, next };
}
