import { insertFollow } from "../../data/follows.ts";
import { countForUser } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { findUserBy } from "./find-user.ts";

export async function followUser(ctx: Ctx, idOrName: string): Promise<void> {
  const { user: follower } = requireMember(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const followed = await findUserBy(tx, idOrName);
    if (followed.id === follower.id) throw new DomainError("invalid", "You cannot follow yourself.");
    if (!(await insertFollow(tx.db, follower.id, followed.id, ctx.now)))
      throw new DomainError("invalid", `You follow ${followed.username} already.`);
    // Always in the same order, so that two who follow each other at once do not wait for each other.
    for (const id of [follower.id, followed.id].sort())
      await countForUser(tx.db, id, id === follower.id ? { following_count: +1 } : { follower_count: +1 });
  });
}
