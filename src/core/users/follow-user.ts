import { findBlock } from "../../data/filters.ts";
import { deleteFollow, insertFollow } from "../../data/follows.ts";
import { deleteNotifications } from "../../data/notifications.ts";
import { countForUser, lockUsers } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { notify } from "../notifications/notify.ts";
import { findUserBy } from "./find-user.ts";

/** Idempotent. False if already following. */
export async function followUser(ctx: Ctx, idOrName: string): Promise<boolean> {
  const { user: follower } = requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const followed = await findUserBy(tx, idOrName);
    if (followed.id === follower.id) throw new DomainError("invalid", message("error.follow-yourself"));
    await lockUsers(tx.db, [follower.id, followed.id]);
    if (await isEitherBlocked(tx, follower.id, followed.id))
      throw new DomainError("invalid", message("error.follow-blocked"));
    if (!(await insertFollow(tx.db, { followerId: follower.id, followedId: followed.id, createdAt: ctx.now })))
      return false;
    await countFollow(tx, follower.id, followed.id, +1);
    await notify(tx, followed.id, { kind: "follow" });
    return true;
  });
}

/** Behind the lock, because a block that is made meanwhile ends only the follows that it sees. */
async function isEitherBlocked({ db }: Ctx, one: string, other: string): Promise<boolean> {
  const blocks = [await findBlock(db, one, other), await findBlock(db, other, one)];
  return blocks.some((block) => block?.kind === "block");
}

/** Idempotent. False if not following. */
export async function unfollowUser(ctx: Ctx, idOrName: string): Promise<boolean> {
  const { user: follower } = requireMember(ctx.actor);
  return inFreeingTransaction(ctx, async (tx) => {
    const followed = await findUserBy(tx, idOrName);
    await lockUsers(tx.db, [follower.id, followed.id]);
    return endFollow(tx, follower.id, followed.id);
  });
}

/** Runs inside a transaction that has locked both. */
export async function endFollow(tx: Ctx, followerId: string, followedId: string): Promise<boolean> {
  if (!(await deleteFollow(tx.db, followerId, followedId))) return false;
  await countFollow(tx, followerId, followedId, -1);
  await deleteNotifications(tx.db, { kind: "follow", senderId: followerId, userId: followedId });
  return true;
}

/** Always in the same order, so that two people who follow each other at once cannot deadlock. */
async function countFollow({ db }: Ctx, followerId: string, followedId: string, by: 1 | -1) {
  for (const id of [followerId, followedId].sort())
    await countForUser(db, id, id === followerId ? { followingCount: by } : { followerCount: by });
}
