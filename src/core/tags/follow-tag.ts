import { deleteTagFollow, insertTagFollow, listFollowedTags } from "../../data/tag-follows.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { findTagBy } from "./find-tag.ts";

/** Each costs a look into an index whenever the person opens their feed. */
export const MAX_FOLLOWED_TAGS = 200;

/** Idempotent. False if already following. */
export async function followTag(ctx: Ctx, name: string): Promise<boolean> {
  const { user } = requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const tag = await findTagBy(tx, name);
    if (!(await insertTagFollow(tx.db, user.id, tag.name, ctx.now))) return false;
    if ((await listFollowedTags(tx.db, user.id)).length > MAX_FOLLOWED_TAGS)
      throw new DomainError("invalid", message("error.many-tags", { most: MAX_FOLLOWED_TAGS }));
    return true;
  });
}

/** Idempotent. False if not following. */
export async function unfollowTag(ctx: Ctx, name: string): Promise<boolean> {
  const { user } = requireMember(ctx.actor);
  return inFreeingTransaction(ctx, async (tx) => {
    const tag = await findTagBy(tx, name);
    return deleteTagFollow(tx.db, user.id, tag.name);
  });
}
