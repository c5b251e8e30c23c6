import { findUsers } from "../../data/users.ts";
import type { User } from "../../entities/user.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";

/** Accounts by id, in this order; undefined for those that are gone. Most are in memory. */
export function readUsers({ db, cache }: Ctx, ids: readonly string[]) {
  if (!db.isTransaction) return cache.users.throughMany(ids, (missing) => findUsers(db, missing));
  // Uncommitted reads must not reach the cache.
  return whenReady(findUsers(db, ids), (found) => ids.map((id) => found.get(id)));
}

/** Pairs each item with its person, and drops those whose account is gone. */
export async function withUsers<T, R>(
  ctx: Ctx,
  items: readonly T[],
  idOf: (item: T) => string,
  pair: (item: T, user: User) => R,
): Promise<R[]> {
  const users = await readUsers(ctx, items.map(idOf));
  return items.flatMap((item, i) => {
    const user = users[i];
    return user ? [pair(item, user)] : [];
  });
}
