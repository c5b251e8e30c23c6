import * as deletions from "../../data/deletions.ts";
import { findKey } from "../../data/keys.ts";
import { findUsers } from "../../data/users.ts";
import type { ApiKey } from "../../entities/api-key.ts";
import type { Deletion } from "../../entities/deletion.ts";
import type { User } from "../../entities/user.ts";
import { requireFounder } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { pageOf, type Page } from "../lists.ts";

/** Names are those of today; an account or a key that is gone has none. */
export interface NamedDeletion {
  deletion: Deletion;
  user: User | undefined;
  author: User | undefined;
  key: ApiKey | undefined;
}

/** Deleted memes, last deleted first. */
export async function listDeletions(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: deletions.DeletionCursor },
): Promise<Page<NamedDeletion, deletions.DeletionCursor>> {
  requireFounder(ctx.actor);
  const found = await deletions.listDeletions(ctx.db, { amount: amount + 1, after });
  const { items, next } = pageOf(found, amount, ({ createdAt: at, memeId }) => ({ at, memeId }));
  return { items: await withNames(ctx, items), next };
}

/** Who deleted that meme? */
export async function findDeletion(ctx: Ctx, memeId: string): Promise<NamedDeletion | undefined> {
  requireFounder(ctx.actor);
  const found = isId(memeId) ? await deletions.findDeletion(ctx.db, memeId) : undefined;
  return found && (await withNames(ctx, [found]))[0];
}

async function withNames({ db }: Ctx, found: readonly Deletion[]): Promise<NamedDeletion[]> {
  const ids = found.flatMap(({ userId, authorId }) => (userId === undefined ? [authorId] : [userId, authorId]));
  const users = await findUsers(db, [...new Set(ids)]);
  const keys = new Map<string, ApiKey | undefined>();
  for (const { keyId } of found) if (keyId !== undefined && !keys.has(keyId)) keys.set(keyId, await findKey(db, keyId));
  return found.map((deletion) => ({
    deletion,
    user: deletion.userId === undefined ? undefined : users.get(deletion.userId),
    author: users.get(deletion.authorId),
    key: deletion.keyId === undefined ? undefined : keys.get(deletion.keyId),
  }));
}
