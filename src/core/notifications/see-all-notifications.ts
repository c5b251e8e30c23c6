import { markSeen } from "../../data/notifications.ts";
import { findUser } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

/** All of the caller's own up to the newest that was on the page: what came since was not looked at, and is left. */
export async function seeAllNotifications(ctx: Ctx, input: { upTo: number }): Promise<{ left: number }> {
  const { user } = requireMember(ctx.actor);
  return inTransaction(ctx, async ({ db }) => {
    await markSeen(db, user.id, input);
    return { left: (await findUser(db, user.id))?.unseenCount ?? 0 };
  });
}
